import { describe, expect, it } from 'vitest'

import { findInText } from './find-in-text.ts'

const paragraph = (text: string, speaker = 0) => ({ text, speaker, start: 0, end: 1, words: [] })
const TEXT = [paragraph('Ещё раз, ещё два.'), paragraph('Раз — и всё', 1), paragraph('İki раз')]

describe('finding in a text', () => {
  it('returns all matches in order, case-insensitively', () => {
    expect(findInText(TEXT, ' РАЗ')).toEqual([
      { paragraph: 0, from: 4, to: 7 },
      { paragraph: 1, from: 0, to: 3 },
      { paragraph: 2, from: 4, to: 7 },
    ])
  })

  it('treats ё and е as one letter', () => {
    expect(findInText(TEXT, 'еще')).toHaveLength(2)
    expect(findInText(TEXT, 'всё')).toEqual([{ paragraph: 1, from: 8, to: 11 }])
  })

  it('searches a single speaker on demand', () => {
    expect(findInText(TEXT, 'раз', ({ speaker }) => speaker === 1).map(({ paragraph: at }) => at)).toEqual([1])
  })

  it('finds nothing for less than two letters', () => {
    expect(findInText(TEXT, 'р')).toEqual([])
    expect(findInText(TEXT, '  ')).toEqual([])
  })

  it('counts overlapping matches once', () => {
    expect(findInText([paragraph('аааа')], 'аа')).toHaveLength(2)
  })
})
