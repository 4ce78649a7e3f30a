import { describe, expect, it } from 'vitest'

import { readQuestion } from '#features/summaries/prompts/read.ts'

import { keyOf, nonceFor } from './keys.ts'

const partOf = (text: string) =>
  readQuestion({ sentences: [{ start: 0, end: 4, speaker: 0, text }], index: 0, total: 1, mediaType: 'other' })

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
