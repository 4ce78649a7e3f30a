import { floats, type Tensor } from '#scripts/models/onnx.ts'

/** A matrix by rows. */
export type Matrix = { rows: number; columns: number; values: Float32Array }

/** Reads one field of one component of a binary nnet3 file. */
export type Nnet = {
  matrix(component: string, field: string): Matrix
  vector(component: string, field: string): Float32Array
  number(component: string, field: string): number
}

// A number is written after its size in bytes.
const SIZED_INT = 5

export function readNnet(file: Buffer): Nnet {
  const fieldOf = (component: string, field: string) => {
    const start = indexOf(file, `<ComponentName> ${component} `, 0)
    const tag = `<${field}> `
    return indexOf(file, tag, start) + tag.length
  }
  return {
    matrix: (component, field) => readMatrix(file, fieldOf(component, field)),
    vector: (component, field) => {
      const at = fieldOf(component, field)
      checkTag(file, 'FV ', at)
      return readFloats(file, at + 3 + SIZED_INT, file.readInt32LE(at + 4))
    },
    number: (component, field) => file.readFloatLE(fieldOf(component, field) + 1),
  }
}

/** A matrix in a file of its own. */
export function readMatrixFile(file: Buffer): Matrix {
  checkTag(file, '\0B', 0)
  return readMatrix(file, 2)
}

/** A vector in a text file: ` [ 4.450152 4.672029 … ]`. */
export function readTextVector(text: string): Float32Array {
  return Float32Array.from(text.replaceAll(/[[\]]/g, '').trim().split(/\s+/), Number)
}

function readMatrix(file: Buffer, at: number): Matrix {
  checkTag(file, 'FM ', at)
  const rows = file.readInt32LE(at + 4)
  const columns = file.readInt32LE(at + 4 + SIZED_INT)
  return { rows, columns, values: readFloats(file, at + 3 + 2 * SIZED_INT, rows * columns) }
}

function readFloats(file: Buffer, at: number, count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, index) => file.readFloatLE(at + 4 * index))
}

function indexOf(file: Buffer, text: string, from: number): number {
  const at = file.indexOf(text, from)
  if (at < 0) throw new Error(`The network has no ${text}`)
  return at
}

function checkTag(file: Buffer, text: string, at: number): void {
  if (file.toString('latin1', at, at + text.length) !== text) throw new Error(`The network has no ${text} at ${at}`)
}

/** A matrix that the graph multiplies by from the right. */
export function transposed({ rows, columns, values }: Matrix): Tensor {
  const turned = Float32Array.from(
    values,
    (_, index) => values[(index % rows) * columns + Math.floor(index / rows)] ?? 0,
  )
  return floats([columns, rows], turned)
}

/** An affine layer over frames side by side, as the kernel of a convolution. */
export function kernel({ rows, columns, values }: Matrix, frames: number): Tensor {
  const inputs = columns / frames
  const turned = Float32Array.from(values, (_, index) => {
    const [row, rest] = [Math.floor(index / columns), index % columns]
    return values[row * columns + (rest % frames) * inputs + Math.floor(rest / frames)] ?? 0
  })
  return floats([rows, inputs, frames], turned)
}
