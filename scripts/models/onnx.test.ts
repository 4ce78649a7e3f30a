import { describe, expect, it } from 'vitest'

import { floats, integers, readWeights, valuesOf, writeModel } from './onnx.ts'
import { bytes, float, integer, join, type Message, text } from './protobuf.ts'

describe('writeModel', () => {
  it('writes weights and nodes that are read back', () => {
    const model = writeModel({
      irVersion: 8,
      opset: 17,
      graph: {
        name: 'doubled',
        inputs: [{ name: 'x', type: 'float', shape: ['N', 2] }],
        outputs: [{ name: 'y', type: 'float', shape: ['N', 2] }],
        constants: new Map([
          ['two', floats([], [2])],
          ['shape', integers([2], [-1, 2])],
        ]),
        nodes: [{ op: 'Mul', name: 'double', inputs: ['x', 'two'], outputs: ['y'] }],
      },
    })

    const { tensors, inputsOf } = readWeights(model)

    expect(tensors.get('two')).toEqual({ dims: [], type: 'float', raw: Buffer.from('00000040', 'hex') })
    expect(tensors.get('shape')).toMatchObject({ dims: [2], type: 'int64' })
    expect(inputsOf.get('double')).toEqual(['x', 'two'])
  })
})

describe('readWeights', () => {
  it('reads scalars that stand in a field of their type', () => {
    const scale = join([integer(2, 1), bytes(4, float(1, 0.5).slice(1)), text(8, 'scale')])
    const zero = join([integer(2, 3), integer(5, -3), text(8, 'zero')])

    const { tensors } = readWeights(modelOf([bytes(5, scale), bytes(5, zero)]))

    expect(valuesOf(tensors.get('scale') ?? floats([], []))).toEqual(Float32Array.of(0.5))
    expect(tensors.get('zero')).toEqual({ dims: [], type: 'int8', raw: Buffer.from([253]) })
  })

  it('reads the nodes of branches, the first of one name', () => {
    const branch = (input: string) => bytes(5, bytes(6, bytes(1, join([text(1, input), text(3, 'product')]))))

    const { inputsOf } = readWeights(modelOf([bytes(1, join([text(3, 'if'), branch('first'), branch('second')]))]))

    expect(inputsOf.get('product')).toEqual(['first'])
  })

  it('refuses what is no model', () => {
    expect(() => readWeights(Buffer.from('089601', 'hex'))).toThrow('This is no ONNX model')
  })
})

const modelOf = (graph: Message[]) => Buffer.concat(bytes(7, join(graph)))
