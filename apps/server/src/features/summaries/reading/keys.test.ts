import { describe, expect, it } from 'vitest'
import * as z from 'zod'

import { keyOf, nonceFor } from './ask.ts'

const schema = { name: 'notes', schema: {} }
const partOf = (data: string) =>
  ({ purpose: 'read', before: '', data, after: '', schema, reply: z.unknown(), maxTokens: 1 }) as const

describe('keys of parts', () => {
  it('are equal for the same text, and differ by one word or by the model', () => {
    const key = keyOf('m', partOf('Бюджет вырос.'))

    expect(keyOf('m', partOf('Бюджет вырос.'))).toEqual(key)
    expect(keyOf('m', partOf('Бюджет упал.'))).not.toEqual(key)
    expect(keyOf('n', partOf('Бюджет вырос.'))).not.toEqual(key)
  })
})

describe('the nonce', () => {
  it('is eight letters, new for every call', () => {
    expect(nonceFor('')).toMatch(/^[a-z]{8}$/)
    expect(nonceFor('')).not.toBe(nonceFor(''))
  })
})
