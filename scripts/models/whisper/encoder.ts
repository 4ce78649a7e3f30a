import { createGraph, type GraphBuilder } from '#scripts/models/graph.ts'
import { floats, type Graph, type Tensor } from '#scripts/models/onnx.ts'

import { type Layers, layersOf, type Sizes } from './layers.ts'
import type { Quantised, Source } from './weights.ts'

const FEATURES = 80

/** From features of sound to the keys and values that each layer of the decoder attends to. */
export function encoderGraph(encoder: Source, decoder: Source, sizes: Sizes): Graph {
  const graph = createGraph()
  const layers = layersOf(graph, encoder, sizes)
  let sound = addPositions(graph, encoder, convolve(graph, layers, encoder))
  for (let index = 0; index < sizes.layers; index++) sound = layer(layers, sound, index)
  const encoded = layers.quantise(layers.norm(sound, 'eln', 'layer_norm'))
  const { keys, values } = crossAttention(graph, layersOf(graph, decoder, sizes), encoded, sizes)
  graph.output('Concat', keys, 'n_layer_cross_k', { axis: 0 })
  graph.output('Concat', values, 'n_layer_cross_v', { axis: 0 })
  const cross = [sizes.layers, 'n_audio', 'T2', sizes.width]
  return graph.finish(
    'whisper_encoder',
    [{ name: 'mel', type: 'float', shape: ['n_audio', FEATURES, 'T'] }],
    [
      { name: 'n_layer_cross_k', type: 'float', shape: cross },
      { name: 'n_layer_cross_v', type: 'float', shape: cross },
    ],
  )
}

function convolve({ one, constant }: GraphBuilder, { gelu }: Layers, source: Source): string {
  const convolution = (input: string, name: string, attributes: Record<string, readonly number[]>) => {
    const weights = constant(`${name}_w`, dequantised(source.quantised(`${name}/weight`)))
    const bias = constant(`${name}_b`, source.tensor(`${name}/bias`))
    return gelu(one('Conv', [input, weights, bias], { kernel_shape: [3], pads: [1, 1], ...attributes }))
  }
  return convolution(convolution('mel', 'conv1', {}), 'conv2', { strides: [2] })
}

/** The two convolutions are exact: the engine is slower with quantised ones. */
function dequantised({ quantised, zeroPoint, scale }: Quantised): Tensor {
  const zero = zeroPoint.raw.readUInt8()
  const step = scale.raw.readFloatLE()
  return floats(
    quantised.dims,
    Float32Array.from(quantised.raw, (byte) => (byte - zero) * step),
  )
}

function addPositions({ one, constant, ints }: GraphBuilder, source: Source, features: string): string {
  const frames = one('Transpose', [features], { perm: [0, 2, 1] })
  const length = one('Slice', [one('Shape', [frames]), ints(1), ints(2)])
  const positions = constant('pos', source.tensor('embed_positions/weight'))
  return one('Add', [frames, one('Slice', [positions, ints(0), length, ints(0)])])
}

function layer(
  { add, attend, feedForward, joinHeads, linear, norm, product, quantise, scaled }: Layers,
  input: string,
  index: number,
): string {
  const name = `e${index}`
  const path = `layers.${index}`
  const heard = quantise(norm(input, `${name}ln1`, `${path}/self_attn_layer_norm`))
  const query = scaled(linear(heard, `${name}q`, `${path}/self_attn/q_proj`))
  const key = product(heard, `${name}k`, `${path}/self_attn/k_proj`)
  const value = linear(heard, `${name}v`, `${path}/self_attn/v_proj`)
  const joined = quantise(joinHeads(attend(query, key, value)))
  const attended = add(input, linear(joined, `${name}o`, `${path}/self_attn/out_proj`))
  return add(attended, feedForward(norm(attended, `${name}ln2`, `${path}/final_layer_norm`), name, path))
}

function crossAttention({ one, ints }: GraphBuilder, { linear, product }: Layers, encoded: string[], sizes: Sizes) {
  const keys: string[] = []
  const values: string[] = []
  for (let index = 0; index < sizes.layers; index++) {
    const path = `layers.${index}/encoder_attn`
    keys.push(one('Unsqueeze', [product(encoded, `d${index}ck`, `${path}/k_proj`), ints(0)]))
    values.push(one('Unsqueeze', [linear(encoded, `d${index}cv`, `${path}/v_proj`), ints(0)]))
  }
  return { keys, values }
}
