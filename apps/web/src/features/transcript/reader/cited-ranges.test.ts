import { describe, expect, it } from 'vitest'

import { citedRanges } from './cited-ranges.ts'
import { indexWords } from './word-index.ts'

const word = (text: string, start: number) => ({ text, start, end: start + 0.4, confidence: null })
const paragraph = (text: string, start: number, hasWords = true) => {
  const words = hasWords ? text.split(' ').map((one, at) => word(one, start + at / 2)) : []
  return { start, end: start + 3, speaker: 0, text, words }
}
const words = indexWords([
  paragraph('Всем привет. Начнём с бюджета.', 0),
  paragraph('Бюджет вырос вдвое.', 10),
  paragraph('Без времени слов.', 20, false),
])

describe('the words of a moment', () => {
  it('are one range of their paragraph', () => {
    expect(citedRanges(words, { start: 1, end: 2.4 })).toEqual([{ paragraph: 0, from: 13, to: 30 }])
  })

  it('begin at the nearest word when times are rounded', () => {
    expect(citedRanges(words, { start: 0.97, end: 1.9 })).toEqual([{ paragraph: 0, from: 13, to: 21 }])
  })

  it('may lie in several paragraphs', () => {
    expect(citedRanges(words, { start: 2, end: 10.9 })).toEqual([
      { paragraph: 0, from: 22, to: 30 },
      { paragraph: 1, from: 0, to: 12 },
    ])
  })

  it('are the whole paragraph when it has no times of words', () => {
    expect(citedRanges(words, { start: 20.4, end: 22 })).toEqual([{ paragraph: 2, from: 0, to: 17 }])
  })

  it('are none in an empty text', () => {
    expect(citedRanges(indexWords([]), { start: 1, end: 2 })).toEqual([])
  })
})
