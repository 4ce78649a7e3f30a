import { describe, expect, it } from 'vitest'

import { bytes, float, integer, join, type Message, readFields, readVarints, text } from './protobuf.ts'

const hex = (message: Message) => Buffer.concat(message).toString('hex')

describe('a message', () => {
  it('has the bytes of the specification', () => {
    expect(hex(integer(1, 150))).toBe('089601')
    expect(hex(integer(1, -1))).toBe('08ffffffffffffffffff01')
    expect(hex(text(2, 'testing'))).toBe('120774657374696e67')
    expect(hex(bytes(3, integer(1, 150)))).toBe('1a03089601')
    expect(hex(float(4, 1))).toBe('250000803f')
  })

  it('is read field by field', () => {
    const message = Buffer.concat(join([integer(16, -2), text(2, 'a'), float(4, 1)]))

    expect(readFields(message)).toEqual([
      { field: 16, value: -2 },
      { field: 2, value: Buffer.from('a') },
      { field: 4, value: Buffer.from('0000803f', 'hex') },
    ])
    expect(readVarints(Buffer.from('960102', 'hex'))).toEqual([150, 2])
  })

  it.each(['0a02ff', '08ff', '0b'])('is refused if it is cut or not known: %s', (broken) => {
    expect(() => readFields(Buffer.from(broken, 'hex'))).toThrow(/^(A message ends|Wire type)/)
  })
})
