import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { models } from '#adapters/speech/catalogue.ts'

import { type Graph, onnxModel } from './onnx.ts'

/**
 * A transducer of GigaAM's shape that hears the same in any sound: «спросил нюлер», with «мюллер» so close behind
 * that a hotword turns it. Its encoder is a table of scores per frame, its decoder forbids two tokens of one slot.
 */
const FEATURES = 64
const SUBSAMPLING = 4
const HIDDEN = 4
const FRAMES = 1000

const pieces = ['▁ню', '▁мю', 'л', 'лл', 'ер', '▁спросил', '▁']
const letters = Array.from('абвгдежзийкмнопрстуфхцчшщъыьэюя')
const vocabulary = ['<unk>', ...pieces, ...letters]
const tokens = [...vocabulary, '<blk>']
const BLANK = vocabulary.length

/** The frame of each slot and the scores of its tokens. */
const slots: readonly (readonly [frame: number, scores: Readonly<Record<string, number>>])[] = [
  [10, { '▁спросил': 4 }],
  [16, { '▁ню': 3, '▁мю': 2.2 }],
  [22, { л: 3, лл: 2.4 }],
  [28, { ер: 4 }],
]

const UNLIKELY = -25
const FORBIDDEN = -40
const idOf = (token: string) => tokens.indexOf(token)

function frameScores(): number[] {
  const scores: number[] = Array.from({ length: FRAMES * tokens.length }, (_, at) =>
    at % tokens.length === BLANK ? 0 : UNLIKELY,
  )
  for (const [frame, ofTokens] of slots)
    for (const [token, score] of Object.entries(ofTokens)) scores[frame * tokens.length + idOf(token)] = score
  return scores
}

function afterToken(): number[] {
  const scores = Array.from({ length: tokens.length ** 2 }, () => 0)
  for (const [, ofTokens] of slots)
    for (const one of Object.keys(ofTokens))
      for (const other of Object.keys(ofTokens)) scores[idOf(one) * tokens.length + idOf(other)] = FORBIDDEN
  return scores
}

const encoder: Graph = {
  name: 'encoder',
  inputs: [
    { name: 'audio_signal', type: 'float', shape: ['batch_size', FEATURES, 'seq_len'] },
    { name: 'length', type: 'int64', shape: ['batch_size'] },
  ],
  outputs: [
    { name: 'encoded', type: 'float', shape: ['batch_size', tokens.length, 'encoded_seq_len'] },
    { name: 'encoded_len', type: 'int32', shape: ['batch_size'] },
  ],
  constants: [
    { name: 'scores', dims: [FRAMES, tokens.length], floats: frameScores() },
    { name: 'time', dims: [1], ints64: [2] },
    { name: 'subsampling', dims: [1], ints64: [SUBSAMPLING] },
    { name: 'zero', dims: [1], ints64: [0] },
  ],
  nodes: [
    { op: 'Shape', inputs: ['audio_signal'], outputs: ['shape'] },
    { op: 'Gather', inputs: ['shape', 'time'], outputs: ['seconds'], attributes: { axis: 0 } },
    { op: 'Div', inputs: ['seconds', 'subsampling'], outputs: ['steps'] },
    { op: 'Slice', inputs: ['scores', 'zero', 'steps', 'zero'], outputs: ['heard'] },
    { op: 'Transpose', inputs: ['heard'], outputs: ['rows'], attributes: { perm: [1, 0] } },
    { op: 'Unsqueeze', inputs: ['rows'], outputs: ['encoded'], attributes: { axes: [0] } },
    { op: 'Div', inputs: ['length', 'subsampling'], outputs: ['frames'] },
    { op: 'Cast', inputs: ['frames'], outputs: ['encoded_len'], attributes: { to: 6 } },
  ],
}

const decoder: Graph = {
  name: 'decoder',
  inputs: [
    { name: 'x', type: 'int32', shape: [1, 1] },
    { name: 'unused_x_len.1', type: 'int32', shape: [1] },
    { name: 'h.1', type: 'float', shape: [1, 1, HIDDEN] },
    { name: 'c.1', type: 'float', shape: [1, 1, HIDDEN] },
  ],
  outputs: [
    { name: 'dec', type: 'float', shape: [1, tokens.length, 1] },
    { name: 'unused_x_len', type: 'int32', shape: [1] },
    { name: 'h', type: 'float', shape: [1, 1, HIDDEN] },
    { name: 'c', type: 'float', shape: [1, 1, HIDDEN] },
  ],
  constants: [{ name: 'after', dims: [tokens.length, tokens.length], floats: afterToken() }],
  nodes: [
    { op: 'Gather', inputs: ['after', 'x'], outputs: ['row'], attributes: { axis: 0 } },
    { op: 'Transpose', inputs: ['row'], outputs: ['dec'], attributes: { perm: [0, 2, 1] } },
    { op: 'Identity', inputs: ['unused_x_len.1'], outputs: ['unused_x_len'] },
    { op: 'Identity', inputs: ['h.1'], outputs: ['h'] },
    { op: 'Identity', inputs: ['c.1'], outputs: ['c'] },
  ],
}

const joiner: Graph = {
  name: 'joiner',
  inputs: [
    { name: 'enc', type: 'float', shape: [1, tokens.length, 1] },
    { name: 'dec', type: 'float', shape: [1, tokens.length, 1] },
  ],
  outputs: [{ name: 'joint', type: 'float', shape: [1, 1, 1, tokens.length] }],
  constants: [],
  nodes: [
    { op: 'Add', inputs: ['enc', 'dec'], outputs: ['sum'] },
    { op: 'Transpose', inputs: ['sum'], outputs: ['row'], attributes: { perm: [0, 2, 1] } },
    { op: 'Unsqueeze', inputs: ['row'], outputs: ['joint'], attributes: { axes: [1] } },
  ],
}

const metadata = {
  vocab_size: String(vocabulary.length),
  pred_rnn_layers: '1',
  pred_hidden: String(HIDDEN),
  normalize_type: '',
  subsampling_factor: String(SUBSAMPLING),
  model_type: 'EncDecRNNTBPEModel',
  version: '3',
  language: 'Russian',
  comment: 'v3',
  is_giga_am: '1',
}

/** Longer pieces are the likelier ones. */
const scoreOf = (piece: string) => (piece.length > 1 ? -1 : -2)

const files: Readonly<Record<string, Buffer>> = {
  'encoder.int8.onnx': onnxModel(encoder, metadata),
  'decoder.onnx': onnxModel(decoder),
  'joiner.onnx': onnxModel(joiner),
  'tokens.txt': Buffer.from(tokens.map((token, id) => `${token} ${id}\n`).join('')),
  'bpe.vocab': Buffer.from(vocabulary.map((piece) => `${piece}\t${scoreOf(piece)}\n`).join('')),
}

/** Writes it where GigaAM's own files would be. */
export async function placeToyTransducer(modelsDir: string): Promise<void> {
  const folder = join(modelsDir, models['gigaam-v3'].folder)
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}
