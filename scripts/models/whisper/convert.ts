import { readWeights, writeModel } from '#scripts/models/onnx.ts'

import { decoderGraph, type DecoderSizes } from './decoder.ts'
import { encoderGraph } from './encoder.ts'
import { tokenList } from './tokens.ts'
import { sourceOf } from './weights.ts'

type Config = Record<
  | 'd_model'
  | 'encoder_layers'
  | 'encoder_attention_heads'
  | 'max_source_positions'
  | 'max_target_positions'
  | 'vocab_size',
  number
> & { _name_or_path: string }
type GenerationConfig = {
  alignment_heads: readonly (readonly [number, number])[]
  lang_to_id: Readonly<Record<string, number>>
  suppress_tokens: readonly number[]
}

/**
 * From the files that transformers.js reads to those of sherpa-onnx. The decoder also returns the attention that gives
 * words their times.
 */
export async function convertWhisper(read: (name: string) => Promise<Buffer>): Promise<Record<string, Buffer>> {
  // The pinned checksum of the package vouches for the shape of its files.
  const config = JSON.parse(String(await read('config.json'))) as Config
  const generation = JSON.parse(String(await read('generation_config.json'))) as GenerationConfig
  const vocabulary = JSON.parse(String(await read('vocab.json'))) as Record<string, number>
  const size = config._name_or_path.replace('openai/whisper-', '')
  const encoder = sourceOf(readWeights(await read('onnx/encoder_model_quantized.onnx')), '', '')
  const merged = readWeights(await read('onnx/decoder_model_merged_quantized.onnx'))
  const decoder = sourceOf(merged, 'model/decoder/', '_merged_0')
  const sizes: DecoderSizes = {
    layers: config.encoder_layers,
    heads: config.encoder_attention_heads,
    width: config.d_model,
    vocabulary: config.vocab_size,
    context: config.max_target_positions,
    alignmentHeads: generation.alignment_heads,
  }
  // Another producer would be another checksum, and installed files would be refused.
  const model = { irVersion: 8, opset: 17, producer: 'hf2sherpa' }
  const metadata = metadataOf(size, sizes, config.max_source_positions, generation)
  return {
    [`${size}-encoder.int8.onnx`]: writeModel({ ...model, graph: encoderGraph(encoder, decoder, sizes), metadata }),
    [`${size}-decoder.int8.onnx`]: writeModel({ ...model, graph: decoderGraph(decoder, sizes) }),
    [`${size}-tokens.txt`]: Buffer.from(tokenList(vocabulary)),
  }
}

/** sherpa-onnx reads its settings from the encoder's metadata. Both parts have the same sizes. */
function metadataOf(
  size: string,
  { layers, heads, width, vocabulary, context, alignmentHeads }: DecoderSizes,
  soundContext: number,
  { lang_to_id, suppress_tokens }: GenerationConfig,
): Record<string, string> {
  const languages = Object.entries(lang_to_id).toSorted(([, one], [, other]) => one - other)
  const entries = {
    model_type: `whisper-${size}`,
    version: 1,
    maintainer: 'converted from Xenova/whisper q8',
    n_mels: 80,
    n_audio_ctx: soundContext,
    n_audio_state: width,
    n_audio_head: heads,
    n_audio_layer: layers,
    n_vocab: vocabulary,
    n_text_ctx: context,
    n_text_state: width,
    n_text_head: heads,
    n_text_layer: layers,
    sot_sequence: '50258,50259,50359',
    all_language_tokens: languages.map(([, id]) => id),
    all_language_codes: languages.map(([code]) => code.replaceAll(/[<|>]/g, '')),
    sot: 50258,
    sot_index: 0,
    eot: 50257,
    blank_id: 220,
    is_multilingual: 1,
    no_speech: 50362,
    non_speech_tokens: suppress_tokens,
    transcribe: 50359,
    translate: 50358,
    sot_prev: 50361,
    sot_lm: 50360,
    no_timestamps: 50363,
    n_alignment_heads: alignmentHeads.length,
  }
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, String(value)]))
}
