import { describe, expect, it } from 'vitest'

import { isWorthReading, joinUnheard } from './unheard.ts'

describe('a text that lacks a part of its recording', () => {
  it('is worth reading as long as the part is a fifth at most', () => {
    expect(isWorthReading([{ start: 60, end: 120 }], 300)).toBe(true)
    expect(isWorthReading([{ start: 60, end: 121 }], 300)).toBe(false)
  })

  it('counts all its parts together', () => {
    const parts = [
      { start: 0, end: 40 },
      { start: 100, end: 130 },
    ]

    expect(isWorthReading(parts, 350)).toBe(true)
    expect(isWorthReading(parts, 340)).toBe(false)
  })

  it('is not one where nothing else was heard', () => {
    expect(isWorthReading([{ start: 0, end: 9 }], 9)).toBe(false)
  })
})

it('names neighbouring parts that were not heard as one', () => {
  const parts = [
    { start: 60, end: 118.5 },
    { start: 118.5, end: 170 },
    { start: 600, end: 640 },
  ]

  expect(joinUnheard(parts)).toEqual([
    { start: 60, end: 170 },
    { start: 600, end: 640 },
  ])
})
