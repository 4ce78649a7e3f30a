import { describe, expect, it } from 'vitest'

import { type Tensor, valuesOf } from '#scripts/models/onnx.ts'

import { kernel, readMatrixFile, readNnet, readTextVector, transposed } from './nnet.ts'

const ascending = { rows: 2, columns: 4, values: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7) }
const shapeOf = (tensor: Tensor) => ({ dims: tensor.dims, values: [...valuesOf(tensor)] })

describe('readNnet', () => {
  const nnet = readNnet(
    Buffer.concat([
      Buffer.from('\0B<Nnet3> <ComponentName> a.affine <LinearParams> FM '),
      sized(1),
      sized(2),
      floatsOf(0.5, 1),
      Buffer.from('<ComponentName> b.norm <Epsilon> '),
      Buffer.of(4),
      floatsOf(0.25),
      Buffer.from('<StatsMean> FV '),
      sized(2),
      floatsOf(3, 4),
    ]),
  )

  it('finds the fields of a component', () => {
    expect(nnet.matrix('a.affine', 'LinearParams')).toEqual({ rows: 1, columns: 2, values: Float32Array.of(0.5, 1) })
    expect(nnet.number('b.norm', 'Epsilon')).toBe(0.25)
    expect(nnet.vector('b.norm', 'StatsMean')).toEqual(Float32Array.of(3, 4))
  })

  it('refuses what is missing or of another kind', () => {
    expect(() => nnet.vector('c', 'StatsMean')).toThrow('The network has no <ComponentName> c ')
    expect(() => nnet.vector('a.affine', 'LinearParams')).toThrow('The network has no FV  at')
  })
})

describe('files beside a network', () => {
  it('are a matrix and a vector', () => {
    const matrix = Buffer.concat([Buffer.from('\0BFM '), sized(1), sized(2), floatsOf(1, 2)])

    expect(readMatrixFile(matrix)).toEqual({ rows: 1, columns: 2, values: Float32Array.of(1, 2) })
    expect(readTextVector(' [ 1.5 -2 ]\n')).toEqual(Float32Array.of(1.5, -2))
  })
})

describe('a matrix', () => {
  it('is turned', () => {
    expect(shapeOf(transposed(ascending))).toEqual({ dims: [4, 2], values: [0, 4, 1, 5, 2, 6, 3, 7] })
  })

  it('over two frames of two inputs becomes a kernel', () => {
    expect(shapeOf(kernel(ascending, 2))).toEqual({ dims: [2, 2, 2], values: [0, 2, 1, 3, 4, 6, 5, 7] })
  })
})

function sized(value: number): Buffer {
  const bytes = Buffer.alloc(5, 4)
  bytes.writeInt32LE(value, 1)
  return bytes
}

function floatsOf(...values: number[]): Buffer {
  return Buffer.from(Float32Array.from(values).buffer)
}
