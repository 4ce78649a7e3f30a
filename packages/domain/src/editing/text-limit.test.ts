import { describe, expect, it } from 'vitest'

import { growsTooLong } from './text-limit.ts'

const word = (text: string) => ({ text, start: 0, end: 1, confidence: null })
const textOf = (words: number, text = 'да') => [
  { start: 0, end: 1, speaker: 0, text: Array(words).fill(text).join(' '), words: Array(words).fill(word(text)) },
]
const segments = (count: number) => Array(count).fill({ start: 0, end: 1, speaker: 0, text: '', words: [] })

describe('the limit of a text', () => {
  it('admits the words of the longest recording at the fastest speech', () => {
    expect(growsTooLong([], textOf(5 * 12 * 3600, 'здравствуйте'), 12 * 3600)).toBe(false)
  })

  it.each([
    ['words', textOf(20_000)],
    ['letters', textOf(100, 'а'.repeat(5000))],
    ['empty segments', segments(20_001)],
  ])('refuses too many %s for a short recording', (_what, after) => {
    expect(growsTooLong(textOf(10), after, 0)).toBe(true)
  })

  it('lets a text that is already too long shrink or stay', () => {
    expect(growsTooLong(textOf(40_000), textOf(39_000), 0)).toBe(false)
    expect(growsTooLong(textOf(40_000), textOf(40_000), 0)).toBe(false)
  })
})
