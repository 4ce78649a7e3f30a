import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { models } from '#adapters/speech/catalogue.ts'

import { type Graph, onnxModel } from './onnx.ts'

/**
 * A transducer of GigaAM v3's kind with a handful of weights: the same files, inputs, outputs and metadata as
 * sherpa-onnx's export (scripts/nemo/GigaAM/export-onnx-rnnt-v3-punct.py), so that loading, decoding and word times can
 * be tested without the real weights. It hears tones: a word begins with a tone and its full stop is where it ends.
 *
 * Encoder: counts the edges of loudness so far, and tells whether a tone sounds and whether it is high.
 * Decoder: counts the tokens so far in its state.
 * Joiner: while there are more edges than tokens, the next token; then blank.
 */
const FEATURES = 64
const SUBSAMPLING = 4
const ENCODED = 3
const HIDDEN = 2

export const tinyWords = { low: 'здравствуйте', high: 'спасибо' } as const
const tokens = ['<unk>', `▁${tinyWords.low}`, `▁${tinyWords.high}`, '.', '<blk>'] as const
const BLANK = tokens.indexOf('<blk>')

/** Mean log energy of a band above which it sounds: silence has −16, a tone at half of full scale −3 and more. */
const SOUNDS_ABOVE = -9

const encoder: Graph = {
  name: 'encoder',
  inputs: [
    { name: 'audio_signal', type: 'float', shape: ['batch_size', FEATURES, 'seq_len'] },
    { name: 'length', type: 'int64', shape: ['batch_size'] },
  ],
  outputs: [
    { name: 'encoded', type: 'float', shape: ['batch_size', ENCODED, 'encoded_seq_len'] },
    { name: 'encoded_len', type: 'int32', shape: ['batch_size'] },
  ],
  constants: [
    { name: 'bands', dims: [2, FEATURES, SUBSAMPLING], floats: bandWeights() },
    { name: 'threshold', dims: [1], floats: [SOUNDS_ABOVE] },
    { name: 'change', dims: [1, 1, 2], floats: [-1, 1] },
    { name: 'time', dims: [1], ints64: [2] },
    { name: 'subsampling', dims: [1], ints64: [SUBSAMPLING] },
  ],
  nodes: [
    { op: 'Conv', inputs: ['audio_signal', 'bands'], outputs: ['energies'], attributes: { strides: [SUBSAMPLING] } },
    { op: 'Split', inputs: ['energies'], outputs: ['low', 'high'], attributes: { axis: 1, split: [1, 1] } },
    { op: 'ReduceMax', inputs: ['energies'], outputs: ['loudest'], attributes: { axes: [1], keepdims: 1 } },
    { op: 'Greater', inputs: ['loudest', 'threshold'], outputs: ['isSounding'] },
    { op: 'Cast', inputs: ['isSounding'], outputs: ['sounding'], attributes: { to: 1 } },
    { op: 'Greater', inputs: ['high', 'low'], outputs: ['isHigh'] },
    { op: 'Cast', inputs: ['isHigh'], outputs: ['pitch'], attributes: { to: 1 } },
    { op: 'Conv', inputs: ['sounding', 'change'], outputs: ['changes'], attributes: { pads: [1, 0] } },
    { op: 'Abs', inputs: ['changes'], outputs: ['edges'] },
    { op: 'CumSum', inputs: ['edges', 'time'], outputs: ['count'] },
    { op: 'Concat', inputs: ['count', 'sounding', 'pitch'], outputs: ['encoded'], attributes: { axis: 1 } },
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
    { name: 'dec', type: 'float', shape: [1, HIDDEN, 1] },
    { name: 'unused_x_len', type: 'int32', shape: [1] },
    { name: 'h', type: 'float', shape: [1, 1, HIDDEN] },
    { name: 'c', type: 'float', shape: [1, 1, HIDDEN] },
  ],
  constants: [
    {
      name: 'embedding',
      dims: [tokens.length, HIDDEN],
      floats: tokens.flatMap((_, token) => (token === BLANK ? [0, 0] : [1, 0])),
    },
  ],
  nodes: [
    { op: 'Gather', inputs: ['embedding', 'x'], outputs: ['embedded'], attributes: { axis: 0 } },
    { op: 'Add', inputs: ['h.1', 'embedded'], outputs: ['h'] },
    { op: 'Identity', inputs: ['c.1'], outputs: ['c'] },
    { op: 'Transpose', inputs: ['h'], outputs: ['dec'], attributes: { perm: [1, 2, 0] } },
    { op: 'Identity', inputs: ['unused_x_len.1'], outputs: ['unused_x_len'] },
  ],
}

/** Weights of edges, sounding, pitch, tokens so far, and the bias; a row per token. */
const scores = [
  [0, 0, 0, 0, -100],
  [20, 4, -4, -20, -12],
  [20, 4, 4, -20, -16],
  [20, -8, 0, -20, -8],
  [0, 0, 0, 0, 0],
] as const
const column = (index: 0 | 1 | 2 | 3 | 4) => scores.map((row) => row[index])

const joiner: Graph = {
  name: 'joiner',
  inputs: [
    { name: 'enc', type: 'float', shape: [1, ENCODED, 1] },
    { name: 'dec', type: 'float', shape: [1, HIDDEN, 1] },
  ],
  outputs: [{ name: 'joint', type: 'float', shape: [1, 1, 1, tokens.length] }],
  constants: [
    { name: 'fromEncoder', dims: [ENCODED, tokens.length], floats: [...column(0), ...column(1), ...column(2)] },
    { name: 'fromDecoder', dims: [HIDDEN, tokens.length], floats: [...column(3), ...tokens.map(() => 0)] },
    { name: 'bias', dims: [tokens.length], floats: column(4) },
  ],
  nodes: [
    { op: 'Transpose', inputs: ['enc'], outputs: ['encRows'], attributes: { perm: [0, 2, 1] } },
    { op: 'Transpose', inputs: ['dec'], outputs: ['decRows'], attributes: { perm: [0, 2, 1] } },
    { op: 'MatMul', inputs: ['encRows', 'fromEncoder'], outputs: ['heard'] },
    { op: 'MatMul', inputs: ['decRows', 'fromDecoder'], outputs: ['written'] },
    { op: 'Add', inputs: ['heard', 'written'], outputs: ['sum'] },
    { op: 'Add', inputs: ['sum', 'bias'], outputs: ['logits'] },
    { op: 'Unsqueeze', inputs: ['logits'], outputs: ['joint'], attributes: { axes: [1] } },
  ],
}

const metadata = {
  vocab_size: String(tokens.length - 1),
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

/** The files of the model by the names of the catalogue. */
export const tinyTransducer: Readonly<Record<string, Buffer>> = {
  'encoder.int8.onnx': onnxModel(encoder, metadata),
  'decoder.onnx': onnxModel(decoder),
  'joiner.onnx': onnxModel(joiner),
  'tokens.txt': Buffer.from(tokens.map((token, id) => `${token} ${id}\n`).join('')),
}

/** Writes it where GigaAM's own files would be. */
export async function placeTinyTransducer(modelsDir: string): Promise<void> {
  const folder = join(modelsDir, models['gigaam-v3'].folder)
  await mkdir(folder, { recursive: true })
  for (const [name, content] of Object.entries(tinyTransducer)) await writeFile(join(folder, name), content)
}

/** Mean of the lower half and of the upper half of the features, over the frames of one step. */
function bandWeights(): number[] {
  const half = FEATURES / 2
  const weight = 1 / (half * SUBSAMPLING)
  return [0, 1].flatMap((band) =>
    Array.from({ length: FEATURES * SUBSAMPLING }, (_, index) =>
      Math.floor(index / SUBSAMPLING / half) === band ? weight : 0,
    ),
  )
}

if (import.meta.main) await placeTinyTransducer(process.argv[2] ?? '.')
