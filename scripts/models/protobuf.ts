/** The wire format of protocol buffers: https://protobuf.dev/programming-guides/encoding */

/** A field of a message: a varint, or the bytes of any other type. */
export type Field = { field: number; value: number | Buffer }

const VARINT = 0
const FIXED64 = 1
const LENGTH_DELIMITED = 2
const FIXED32 = 5

/** The fields of a message in their order. Bytes are views into the message. */
export function readFields(message: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = () => {
    const [value, end] = readVarint(message, at)
    at = end
    return value
  }
  const bytes = (length: number) => {
    if (at + length > message.length) throw new Error('A message ends within a field')
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = varint()
    fields.push({ field: Math.floor(tag / 8), value: readValue(tag % 8, varint, bytes) })
  }
  return fields
}

function readValue(wireType: number, varint: () => number, bytes: (length: number) => Buffer): number | Buffer {
  if (wireType === VARINT) return varint()
  if (wireType === LENGTH_DELIMITED) return bytes(varint())
  if (wireType === FIXED32) return bytes(4)
  if (wireType === FIXED64) return bytes(8)
  throw new Error(`Wire type ${wireType} is not known`)
}

/** The integers of a packed field. */
export function readVarints(packed: Buffer): number[] {
  const values: number[] = []
  for (let at = 0; at < packed.length;) {
    const [value, end] = readVarint(packed, at)
    values.push(value)
    at = end
  }
  return values
}

/** The integer and where the next field begins. */
function readVarint(message: Buffer, start: number): [number, number] {
  let value = 0n
  for (let at = start; at < message.length; at++) {
    const byte = message[at] ?? 0
    value |= BigInt(byte & 127) << BigInt(7 * (at - start))
    if (byte < 128) return [Number(BigInt.asIntN(64, value)), at + 1]
  }
  throw new Error('A message ends within a number')
}

/** A message in pieces: weights are not copied before the file is written. */
export type Message = readonly Buffer[]

export const join = (parts: readonly Message[]): Message => parts.flat()

export function bytes(field: number, value: Message): Message {
  const length = value.reduce((sum, piece) => sum + piece.length, 0)
  return [varint(field * 8 + LENGTH_DELIMITED), varint(length), ...value]
}

export const text = (field: number, value: string) => bytes(field, [Buffer.from(value)])
export const integer = (field: number, value: number): Message => [varint(field * 8 + VARINT), varint(value)]

export function float(field: number, value: number): Message {
  return [varint(field * 8 + FIXED32), Buffer.from(Float32Array.of(value).buffer)]
}

/** Negative numbers take all 64 bits. */
function varint(value: number): Buffer {
  const parts: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) parts.push(Number(rest & 127n) | 128)
  return Buffer.from([...parts, Number(rest)])
}
