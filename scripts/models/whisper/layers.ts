import type { GraphBuilder } from '#scripts/models/graph.ts'
import { floats } from '#scripts/models/onnx.ts'

import type { Source } from './weights.ts'

export type Sizes = { layers: number; heads: number; width: number }

/** Parts of a transformer, written as nodes of a graph. Names of weights begin with `name`. */
export type Layers = ReturnType<typeof layersOf>

export function layersOf(graph: GraphBuilder, source: Source, { heads, width }: Sizes) {
  const { many, one, constant, ints } = graph
  const headWidth = width / heads

  const number = (name: string, value: number) => constant(name, floats([], [value]))

  const norm = (input: string, name: string, path: string) => {
    const weights = constant(`${name}_w`, source.tensor(`${path}/weight`))
    const bias = constant(`${name}_bi`, source.tensor(`${path}/bias`))
    return one('LayerNormalization', [input, weights, bias], { axis: -1, epsilon: { float: 1e-5 } })
  }

  /** Bytes, scale and zero point of a tensor, for the products it takes part in. */
  const quantise = (input: string) => many('DynamicQuantizeLinear', [input], 3)

  const product = ([bytes = '', scale = '', zeroPoint = '']: readonly string[], name: string, path: string) => {
    const matrix = source.matrix(path)
    const weights = constant(`${name}_q`, matrix.quantised)
    const weightsZero = constant(`${name}_zp`, matrix.zeroPoint)
    const sum = one('MatMulInteger', [bytes, weights, zeroPoint, weightsZero])
    const cast = one('Cast', [sum], { to: 1 })
    return one('Mul', [cast, one('Mul', [scale, constant(`${name}_s`, matrix.scale)])])
  }

  const linear = (quantised: readonly string[], name: string, path: string) => {
    const sum = product(quantised, name, path)
    return one('Add', [sum, constant(`${name}_b`, source.tensor(`${path}/bias`))])
  }

  const scaled = (query: string) => one('Mul', [query, number(`scale${heads}`, headWidth ** -0.5)])

  const gelu = (input: string) => {
    const erf = one('Erf', [one('Div', [input, number('sqrt2', Math.SQRT2)])])
    const raised = one('Mul', [input, one('Add', [erf, number('one', 1)])])
    return one('Mul', [raised, number('half', 0.5)])
  }

  const split = (input: string, perm: readonly number[]) =>
    one('Transpose', [one('Reshape', [input, ints(0, 0, heads, headWidth)])], { perm })

  /** Splits a query, keys and values into heads; returns the weights of attention beside the values. */
  const attend = (query: string, key: string, value: string, mask?: string) => {
    const queries = split(query, [0, 2, 1, 3])
    const keys = split(key, [0, 2, 3, 1])
    const values = split(value, [0, 2, 1, 3])
    const scores = one('MatMul', [queries, keys])
    const weights = one('Softmax', [mask === undefined ? scores : one('Add', [scores, mask])], { axis: -1 })
    return { weights, values }
  }

  const joinHeads = ({ weights, values }: { weights: string; values: string }) => {
    const joined = one('Transpose', [one('MatMul', [weights, values])], { perm: [0, 2, 1, 3] })
    return one('Reshape', [joined, ints(0, 0, width)])
  }

  const add = (input: string, change: string) => one('Add', [input, change])

  const feedForward = (input: string, name: string, path: string) => {
    const inner = gelu(linear(quantise(input), `${name}f1`, `${path}/fc1`))
    return linear(quantise(inner), `${name}f2`, `${path}/fc2`)
  }

  return { number, norm, quantise, product, linear, scaled, gelu, attend, joinHeads, add, feedForward }
}
