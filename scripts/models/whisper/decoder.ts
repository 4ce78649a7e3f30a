import { createGraph, type GraphBuilder } from '#scripts/models/graph.ts'
import { type Graph, integers } from '#scripts/models/onnx.ts'

import { type Layers, layersOf, type Sizes } from './layers.ts'
import type { Source } from './weights.ts'

export type DecoderSizes = Sizes & {
  vocabulary: number
  /** The most tokens of one text. */
  context: number
  /** The heads whose attention follows the sound, as layer and head. */
  alignmentHeads: readonly (readonly [number, number])[]
}

/** All layers share the ends of the text with the new tokens and of the room for it, and the mask. */
type Shared = { graph: GraphBuilder; layers: Layers; end: string; room: string; mask: string }

const MAX_END = 2_147_483_647

/**
 * From the last tokens to the next one. The caches of keys and values have room for the whole text; `offset` counts the
 * tokens in them. The attention of the alignment heads gives words their times.
 */
export function decoderGraph(source: Source, sizes: DecoderSizes): Graph {
  const graph = createGraph()
  const { one, constant, ints, output } = graph
  const layers = layersOf(graph, source, sizes)
  const embedding = embeddingOf(graph, layers, source)
  const end = one('Add', ['offset', one('Slice', [one('Shape', ['tokens']), ints(1), ints(2)])])
  const rows = embedding.rows()
  const positions = constant('dpos', source.tensor('embed_positions/weight'))
  let text = one('Add', [rows, one('Slice', [positions, 'offset', end, ints(0)])])
  const shared = { graph, layers, end, mask: causalMask(graph, layers, end), room: ints(MAX_END) }
  const keys: string[] = []
  const values: string[] = []
  const attention: string[] = []
  for (let index = 0; index < sizes.layers; index++) {
    const own = selfAttention(shared, text, index)
    const cross = crossAttention(shared, own.text, index, headsOf(sizes, index))
    keys.push(own.keys)
    values.push(own.values)
    if (cross.attention !== undefined) attention.push(cross.attention)
    text = feedForward(layers, cross.text, index)
  }
  const last = layers.norm(text, 'dln', 'layer_norm')
  output('MatMul', [last, embedding.transposed()], 'logits')
  output('Concat', keys, 'out_n_layer_self_k_cache', { axis: 0 })
  output('Concat', values, 'out_n_layer_self_v_cache', { axis: 0 })
  output('Concat', attention, 'cross_attention_weights', { axis: 1 })
  return graph.finish('whisper_decoder', ...signature(sizes))
}

/** The embedding stays quantised in the file; its first use reads rows, its last one is the matrix of the logits. */
function embeddingOf({ one, constant }: GraphBuilder, { number }: Layers, source: Source) {
  const { quantised, zeroPoint, scale } = source.quantised('embed_tokens/weight')
  const table = constant('emb_q', quantised)
  const step = constant('emb_s', scale)
  const zero = number('emb_z', zeroPoint.raw.readUInt8())
  const exact = (bytes: string) => one('Mul', [one('Sub', [one('Cast', [bytes], { to: 1 }), zero]), step])
  return {
    rows: () => exact(one('Gather', [table, 'tokens'], { axis: 0 })),
    transposed: () => exact(one('Transpose', [table], { perm: [1, 0] })),
  }
}

/** Hides later tokens from earlier ones. */
function causalMask({ one, constant, ints }: GraphBuilder, { number }: Layers, end: string): string {
  const scalar = (name: string, value: number) => constant(name, integers([], [value]))
  const start = one('Squeeze', ['offset', ints(0)])
  const newRange = one('Range', [start, one('Squeeze', [end, ints(0)]), scalar('s1', 1)])
  const rows = one('Unsqueeze', [newRange, ints(1)])
  const last = one('Squeeze', [end, ints(0)])
  const columns = one('Unsqueeze', [one('Range', [scalar('s0', 0), last, scalar('s1', 1)]), ints(0)])
  return one('Where', [one('Greater', [columns, rows]), number('ninf', -1e9), number('f0', 0)])
}

function selfAttention(shared: Shared, text: string, index: number) {
  const { graph, layers, mask } = shared
  const { one, constant } = graph
  const { add, attend, joinHeads, linear, norm, product, quantise, scaled } = layers
  const name = `d${index}`
  const path = `layers.${index}/self_attn`
  const read = quantise(norm(text, `${name}ln1`, `${path}_layer_norm`))
  const query = scaled(linear(read, `${name}q`, `${path}/q_proj`))
  const newKeys = product(read, `${name}k`, `${path}/k_proj`)
  const newValues = linear(read, `${name}v`, `${path}/v_proj`)
  const layer = constant(`L${index}`, integers([], [index]))
  const keyCache = one('Gather', ['in_n_layer_self_k_cache', layer], { axis: 0 })
  const valueCache = one('Gather', ['in_n_layer_self_v_cache', layer], { axis: 0 })
  const keys = append(graph, keyCache, newKeys)
  const values = append(graph, valueCache, newValues)
  const cached = { keys: refill(shared, keys, keyCache), values: refill(shared, values, valueCache) }
  const joined = quantise(joinHeads(attend(query, keys, values, mask)))
  return { ...cached, text: add(text, linear(joined, `${name}o`, `${path}/out_proj`)) }
}

function append({ one, ints }: GraphBuilder, cache: string, added: string): string {
  return one('Concat', [one('Slice', [cache, ints(0), 'offset', ints(1)]), added], { axis: 1 })
}

/** The cache keeps its length. */
function refill({ graph, end, room }: Shared, filled: string, cache: string): string {
  const { one, ints } = graph
  const rest = one('Slice', [cache, end, room, ints(1)])
  return one('Unsqueeze', [one('Concat', [filled, rest], { axis: 1 }), ints(0)])
}

function crossAttention({ graph, layers }: Shared, text: string, index: number, heads: readonly number[]) {
  const { one, constant, ints } = graph
  const { add, attend, joinHeads, linear, norm, quantise, scaled } = layers
  const name = `d${index}`
  const path = `layers.${index}/encoder_attn`
  const read = quantise(norm(text, `${name}ln2`, `${path}_layer_norm`))
  const query = scaled(linear(read, `${name}cq`, `${path}/q_proj`))
  const layer = constant(`L${index}`, integers([], [index]))
  const keys = one('Gather', ['n_layer_cross_k', layer], { axis: 0 })
  const values = one('Gather', ['n_layer_cross_v', layer], { axis: 0 })
  const attended = attend(query, keys, values)
  const joined = joinHeads(attended)
  const attention = heads.length > 0 ? one('Gather', [attended.weights, ints(...heads)], { axis: 1 }) : undefined
  return { attention, text: add(text, linear(quantise(joined), `${name}co`, `${path}/out_proj`)) }
}

function feedForward({ add, feedForward, norm }: Layers, text: string, index: number): string {
  const path = `layers.${index}`
  return add(text, feedForward(norm(text, `d${index}ln3`, `${path}/final_layer_norm`), `d${index}`, path))
}

const headsOf = ({ alignmentHeads }: DecoderSizes, index: number) =>
  alignmentHeads.flatMap(([layer, head]) => (layer === index ? [head] : []))

function signature({ layers, width, vocabulary, context, alignmentHeads }: DecoderSizes) {
  const float = (name: string, ...shape: (number | string)[]) => ({ name, type: 'float' as const, shape })
  const integer = (name: string, ...shape: (number | string)[]) => ({ name, type: 'int64' as const, shape })
  const cache = [layers, 'n_audio', context, width]
  const cross = [layers, 'n_audio', 'T2', width]
  const inputs = [
    integer('tokens', 'n_audio', 'n_tokens'),
    float('in_n_layer_self_k_cache', ...cache),
    float('in_n_layer_self_v_cache', ...cache),
    float('n_layer_cross_k', ...cross),
    float('n_layer_cross_v', ...cross),
    integer('offset', 1),
  ]
  const outputs = [
    float('logits', 'n_audio', 'n_tokens', vocabulary),
    float('out_n_layer_self_k_cache', ...cache),
    float('out_n_layer_self_v_cache', ...cache),
    float('cross_attention_weights', 'n_audio', alignmentHeads.length, 'n_tokens', 'T2'),
  ]
  return [inputs, outputs] as const
}
