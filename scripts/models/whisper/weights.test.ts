import { describe, expect, it } from 'vitest'

import { floats, type Tensor } from '#scripts/models/onnx.ts'

import { sourceOf } from './weights.ts'

const bytes = (...values: number[]): Tensor => ({ dims: [values.length], type: 'int8', raw: Buffer.from(values) })

const source = sourceOf(
  {
    tensors: new Map([
      ['model.decoder.layers.0.q_proj.bias_merged_0', floats([1], [7])],
      ['MatMul_1_quantized', bytes(-128, 0, 127)],
      ['MatMul_1_zero_point', bytes(0)],
      ['MatMul_1_scale', floats([], [0.5])],
    ]),
    inputsOf: new Map([['/model/decoder/layers.0/q_proj/MatMul_quant', ['x', 'MatMul_1_quantized']]]),
  },
  'model/decoder/',
  '_merged_0',
)

describe('sourceOf', () => {
  it('finds a tensor by its path', () => {
    expect(source.tensor('layers.0/q_proj/bias')).toEqual(floats([1], [7]))
    expect(() => source.tensor('layers.1/q_proj/bias')).toThrow('model.decoder.layers.1.q_proj.bias_merged_0')
  })

  it('finds the matrix of a product, and moves signed bytes and their zero point', () => {
    const { quantised, zeroPoint, scale } = source.matrix('layers.0/q_proj')

    expect(quantised).toEqual({ dims: [3], type: 'uint8', raw: Buffer.of(0, 128, 255) })
    expect(zeroPoint).toEqual({ dims: [1], type: 'uint8', raw: Buffer.of(128) })
    expect(scale).toEqual(floats([], [0.5]))
    expect(() => source.matrix('layers.1/q_proj')).toThrow('/model/decoder/layers.1/q_proj/MatMul_quant')
  })
})
