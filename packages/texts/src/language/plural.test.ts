import { describe, expect, it } from 'vitest'

import { countOf } from './plural.ts'

const minutes = ['минута', 'минуты', 'минут'] as const

describe('countOf', () => {
  it.each([
    [1, '1\u00a0минута'],
    [2, '2\u00a0минуты'],
    [5, '5\u00a0минут'],
    [11, '11\u00a0минут'],
    [21, '21\u00a0минута'],
    [22, '22\u00a0минуты'],
  ])('puts %i in the right form: %s', (count, text) => {
    expect(countOf(count, minutes)).toBe(text)
  })
})
