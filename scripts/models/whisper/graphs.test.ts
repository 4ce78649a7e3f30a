import { describe, expect, it } from 'vitest'

import { floats, type Graph, type Tensor, valuesOf } from '#scripts/models/onnx.ts'

import { decoderGraph } from './decoder.ts'
import { encoderGraph } from './encoder.ts'
import type { Source } from './weights.ts'

const byte = (value: number): Tensor => ({ dims: [1, 1, 1], type: 'uint8', raw: Buffer.of(value) })
const quantised = () => ({ quantised: byte(130), zeroPoint: byte(128), scale: floats([], [0.5]) })
const source: Source = { tensor: () => floats([1], [1]), quantised, matrix: quantised }
const sizes = { layers: 2, heads: 2, width: 8 }
const decoderSizes = {
  ...sizes,
  vocabulary: 9,
  context: 4,
  alignmentHeads: [
    [1, 0],
    [1, 1],
  ] as const,
}

describe.each([
  ['encoder', encoderGraph(source, source, sizes)],
  ['decoder', decoderGraph(source, decoderSizes)],
])('the graph of the %s', (_, graph) => {
  it('computes every name before it is used, and every output', () => {
    const known = new Set([...graph.inputs.map(({ name }) => name), ...graph.constants.keys()])
    const early = graph.nodes.flatMap(({ inputs, outputs }) => {
      const unknown = inputs.filter((name) => !known.has(name))
      outputs.forEach((name) => known.add(name))
      return unknown
    })

    expect(early).toEqual([])
    expect(graph.outputs.filter(({ name }) => !known.has(name))).toEqual([])
  })

  it('uses every constant', () => {
    const used = new Set(graph.nodes.flatMap(({ inputs }) => inputs))

    expect([...graph.constants.keys()].filter((name) => !used.has(name))).toEqual([])
  })
})

describe('encoderGraph', () => {
  it('has exact convolutions and gives keys and values of every layer', () => {
    const graph = encoderGraph(source, source, sizes)

    expect([...valuesOf(graph.constants.get('conv1_w') ?? byte(0))]).toEqual([1])
    expect(inputsOf(graph, 'n_layer_cross_k')).toHaveLength(sizes.layers)
    expect(inputsOf(graph, 'n_layer_cross_v')).toHaveLength(sizes.layers)
  })
})

describe('decoderGraph', () => {
  it('gives the attention of the alignment heads alone', () => {
    const graph = decoderGraph(source, decoderSizes)

    const [gathered, ...others] = inputsOf(graph, 'cross_attention_weights')
    expect(others).toEqual([])
    expect(graph.nodes.find(({ outputs }) => outputs[0] === gathered)?.inputs[1]).toBe('i64_0_1')
    expect(graph.outputs.at(-1)?.shape).toEqual(['n_audio', 2, 'n_tokens', 'T2'])
  })

  it('keeps the caches of every layer as long as they were', () => {
    const graph = decoderGraph(source, decoderSizes)

    expect(inputsOf(graph, 'out_n_layer_self_k_cache')).toHaveLength(sizes.layers)
    expect(graph.inputs.find(({ name }) => name === 'in_n_layer_self_k_cache')?.shape).toEqual([2, 'n_audio', 4, 8])
  })
})

function inputsOf({ nodes }: Graph, output: string): readonly string[] {
  return nodes.find(({ outputs }) => outputs.includes(output))?.inputs ?? []
}
