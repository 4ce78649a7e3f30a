/** Writes ONNX models: the few messages of onnx.proto that a small graph needs, encoded as protocol buffers. */

export type Tensor = { name: string; dims: readonly number[]; floats?: readonly number[]; ints64?: readonly number[] }

/** Names stand for sizes that are known only at run time. */
export type Value = { name: string; type: 'float' | 'int32' | 'int64'; shape: readonly (number | string)[] }

export type Node = {
  op: string
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Readonly<Record<string, number | readonly number[]>>
}

export type Graph = {
  name: string
  inputs: readonly Value[]
  outputs: readonly Value[]
  nodes: readonly Node[]
  constants: readonly Tensor[]
}

const IR_VERSION = 7
const OPSET = 11
const types = { float: 1, int32: 6, int64: 7 } as const
const INT = 2
const INTS = 7

export function onnxModel(graph: Graph, metadata: Readonly<Record<string, string>> = {}): Buffer {
  return join([
    number(1, IR_VERSION),
    text(2, 'doslovno'),
    bytes(7, graphProto(graph)),
    bytes(8, join([text(1, ''), number(2, OPSET)])),
    ...Object.entries(metadata).map(([key, value]) => bytes(14, join([text(1, key), text(2, value)]))),
  ])
}

function graphProto({ name, inputs, outputs, nodes, constants }: Graph): Buffer {
  return join([
    ...nodes.map((node) => bytes(1, nodeProto(node))),
    text(2, name),
    ...constants.map((tensor) => bytes(5, tensorProto(tensor))),
    ...inputs.map((value) => bytes(11, valueProto(value))),
    ...outputs.map((value) => bytes(12, valueProto(value))),
  ])
}

function nodeProto({ op, inputs, outputs, attributes = {} }: Node): Buffer {
  return join([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => bytes(5, attributeProto(name, value))),
  ])
}

function attributeProto(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number') return join([text(1, name), number(3, value), number(20, INT)])
  return join([text(1, name), ...value.map((one) => number(8, one)), number(20, INTS)])
}

function tensorProto({ name, dims, floats, ints64 = [] }: Tensor): Buffer {
  const raw = floats
    ? Buffer.from(Float32Array.from(floats).buffer)
    : Buffer.from(BigInt64Array.from(ints64, BigInt).buffer)
  const type = floats ? types.float : types.int64
  return join([...dims.map((dim) => number(1, dim)), number(2, type), text(8, name), bytes(9, raw)])
}

function valueProto({ name, type, shape }: Value): Buffer {
  const dims = shape.map((dim) => bytes(1, typeof dim === 'number' ? number(1, dim) : text(2, dim)))
  const tensorType = join([number(1, types[type]), bytes(2, join(dims))])
  return join([text(1, name), bytes(2, bytes(1, tensorType))])
}

const join = (parts: readonly Buffer[]) => Buffer.concat(parts)
const text = (field: number, value: string) => bytes(field, Buffer.from(value))
const bytes = (field: number, value: Buffer) => join([varint((field << 3) | 2), varint(value.length), value])
const number = (field: number, value: number) => join([varint(field << 3), varint(value)])

/** Negative numbers take all 64 bits. */
function varint(value: number): Buffer {
  const parts: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) parts.push(Number(rest & 127n) | 128)
  return Buffer.from([...parts, Number(rest)])
}
