import { describe, expect, it } from 'vitest'

import { isWorthReading, joinUnheard } from './unheard.ts'

describe('a text with unheard spans', () => {
  it('is worth reading if they are at most a fifth of the recording', () => {
    expect(isWorthReading([{ start: 60, end: 120 }], 300)).toBe(true)
    expect(isWorthReading([{ start: 60, end: 121 }], 300)).toBe(false)
  })

  it('counts all spans together', () => {
    const spans = [
      { start: 0, end: 40 },
      { start: 100, end: 130 },
    ]

    expect(isWorthReading(spans, 350)).toBe(true)
    expect(isWorthReading(spans, 340)).toBe(false)
  })

  it('is not worth reading if nothing was heard', () => {
    expect(isWorthReading([{ start: 0, end: 9 }], 9)).toBe(false)
  })
})

it('joins unheard spans that touch', () => {
  const spans = [
    { start: 60, end: 118.5 },
    { start: 118.5, end: 170 },
    { start: 600, end: 640 },
  ]

  expect(joinUnheard(spans)).toEqual([
    { start: 60, end: 170 },
    { start: 600, end: 640 },
  ])
})
