import { bytes, type Field, float, integer, join, type Message, readFields, readVarints, text } from './protobuf.ts'

/** Reads and writes ONNX models: the messages of onnx.proto that our models need. */

export const types = { float: 1, uint8: 2, int8: 3, int64: 7 } as const
export type Type = keyof typeof types

/** Without dimensions it is a scalar. */
export type Tensor = { dims: readonly number[]; type: Type; raw: Buffer }

/** Names stand for sizes that are known only at run time. */
export type Value = { name: string; type: Type; shape: readonly (number | string)[] }

export type Node = {
  op: string
  name?: string
  inputs: readonly string[]
  outputs: readonly string[]
  attributes?: Attributes
}
export type Attributes = Readonly<Record<string, number | readonly number[] | { float: number } | string>>

export type Graph = {
  name: string
  inputs: readonly Value[]
  outputs: readonly Value[]
  nodes: readonly Node[]
  constants: ReadonlyMap<string, Tensor>
}

export type Model = {
  irVersion: number
  opset: number
  producer?: string
  graph: Graph
  metadata?: Readonly<Record<string, string>>
}

export const floats = (dims: readonly number[], values: ArrayLike<number>): Tensor => ({
  dims,
  type: 'float',
  raw: Buffer.from(Float32Array.from(values).buffer),
})

export const integers = (dims: readonly number[], values: readonly number[]): Tensor => ({
  dims,
  type: 'int64',
  raw: Buffer.from(BigInt64Array.from(values, BigInt).buffer),
})

export const valuesOf = ({ raw }: Tensor) =>
  Float32Array.from({ length: raw.length / 4 }, (_, index) => raw.readFloatLE(index * 4))

/** The weights of a model by name, and for each named node what it reads, branches included. */
export type Weights = {
  tensors: ReadonlyMap<string, Tensor>
  inputsOf: ReadonlyMap<string, readonly string[]>
}

export function readWeights(model: Buffer): Weights {
  const tensors = new Map<string, Tensor>()
  const inputsOf = new Map<string, readonly string[]>()
  collect(messageOf(readFields(model), 7), tensors, inputsOf)
  return { tensors, inputsOf }
}

function collect(graph: Buffer, tensors: Map<string, Tensor>, inputsOf: Map<string, readonly string[]>): void {
  const fields = readFields(graph)
  for (const tensor of messagesOf(fields, 5)) {
    const { name, ...read } = readTensor(tensor)
    if (read.type) tensors.set(name, { ...read, type: read.type })
  }
  for (const node of messagesOf(fields, 1).map(readFields)) {
    const name = textOf(node, 3)
    // Two branches of one model name their nodes alike and share their weights.
    if (!inputsOf.has(name)) inputsOf.set(name, messagesOf(node, 1).map(String))
    for (const branch of messagesOf(node, 5).flatMap((attribute) => messagesOf(readFields(attribute), 6)))
      collect(branch, tensors, inputsOf)
  }
}

function readTensor(tensor: Buffer): Omit<Tensor, 'type'> & { name: string; type: Type | undefined } {
  const fields = readFields(tensor)
  const code = fields.find(({ field }) => field === 2)?.value
  const type = (Object.keys(types) as Type[]).find((type) => types[type] === code)
  const dims = fields.flatMap(({ field, value }) => (field === 1 ? integersOf(value) : []))
  return { name: textOf(fields, 8), dims, type, raw: rawOf(fields) }
}

/** Bytes stand as they are; a scalar may stand in a field of its type. */
function rawOf(fields: readonly Field[]): Buffer {
  const [raw] = messagesOf(fields, 9)
  if (raw) return raw
  const [packedFloats] = messagesOf(fields, 4)
  if (packedFloats) return packedFloats
  return Buffer.from(fields.flatMap(({ field, value }) => (field === 5 ? integersOf(value) : [])))
}

const integersOf = (value: number | Buffer) => (typeof value === 'number' ? [value] : readVarints(value))

function messagesOf(fields: readonly Field[], wanted: number): Buffer[] {
  return fields.flatMap(({ field, value }) => (field === wanted && typeof value !== 'number' ? [value] : []))
}

function messageOf(fields: readonly Field[], wanted: number): Buffer {
  const [message] = messagesOf(fields, wanted)
  if (!message) throw new Error('This is no ONNX model')
  return message
}

const textOf = (fields: readonly Field[], wanted: number) => String(messagesOf(fields, wanted)[0] ?? '')

export function writeModel({ irVersion, opset, producer, graph, metadata = {} }: Model): Buffer {
  const message = join([
    integer(1, irVersion),
    ...(producer === undefined ? [] : [text(2, producer)]),
    bytes(7, graphProto(graph)),
    bytes(8, join([text(1, ''), integer(2, opset)])),
    metadataProto(metadata),
  ])
  return Buffer.concat(message)
}

export function metadataProto(metadata: Readonly<Record<string, string>>): Message {
  return join(Object.entries(metadata).map(([key, value]) => bytes(14, join([text(1, key), text(2, value)]))))
}

function graphProto({ name, inputs, outputs, nodes, constants }: Graph): Message {
  return join([
    ...nodes.map((node) => bytes(1, nodeProto(node))),
    text(2, name),
    ...[...constants].map(([name, tensor]) => bytes(5, tensorProto(name, tensor))),
    ...inputs.map((value) => bytes(11, valueProto(value))),
    ...outputs.map((value) => bytes(12, valueProto(value))),
  ])
}

function nodeProto({ op, name, inputs, outputs, attributes = {} }: Node): Message {
  return join([
    ...inputs.map((input) => text(1, input)),
    ...outputs.map((output) => text(2, output)),
    ...(name === undefined ? [] : [text(3, name)]),
    text(4, op),
    ...Object.entries(attributes).map(([key, value]) => bytes(5, attributeProto(key, value))),
  ])
}

const attributeTypes = { float: 1, int: 2, string: 3, ints: 7 } as const

function attributeProto(name: string, value: Attributes[string]): Message {
  if (typeof value === 'number') return join([text(1, name), integer(3, value), integer(20, attributeTypes.int)])
  if (typeof value === 'string') return join([text(1, name), text(4, value), integer(20, attributeTypes.string)])
  if ('float' in value) return join([text(1, name), float(2, value.float), integer(20, attributeTypes.float)])
  return join([text(1, name), ...value.map((one) => integer(8, one)), integer(20, attributeTypes.ints)])
}

function tensorProto(name: string, { dims, type, raw }: Tensor): Message {
  return join([...dims.map((dim) => integer(1, dim)), integer(2, types[type]), text(8, name), bytes(9, [raw])])
}

function valueProto({ name, type, shape }: Value): Message {
  const dims = shape.map((dim) => bytes(1, typeof dim === 'number' ? integer(1, dim) : text(2, dim)))
  const tensorType = join([integer(1, types[type]), bytes(2, join(dims))])
  return join([text(1, name), bytes(2, bytes(1, tensorType))])
}
