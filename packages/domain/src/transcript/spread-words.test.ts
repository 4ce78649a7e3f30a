import { describe, expect, it } from 'vitest'

import { packTimes, unpackWords, wordsByText } from './spread-words.ts'

const word = (text: string, start: number, end: number) => ({ text, start, end, confidence: null })

describe('packed times', () => {
  it('give the words of a text back, to a hundredth', () => {
    const words = [word('Свет', 61.204, 61.5), word('—', 61.5, 61.52), word('это', 7200.336, 7200.4)]

    const unpacked = unpackWords('Свет — это', packTimes(words))

    expect(unpacked).toEqual([word('Свет', 61.2, 61.5), word('—', 61.5, 61.52), word('это', 7200.34, 7200.4)])
  })

  it('do not drift over a long text', () => {
    const words = Array.from({ length: 9000 }, (_, index) => word('да', index / 3, index / 3 + 0.2))

    const last = unpackWords(words.map(({ text }) => text).join(' '), packTimes(words)).at(-1)

    expect(last?.start).toBeCloseTo(8999 / 3, 2)
  })
})

describe('words by text', () => {
  it('are the spoken words where they fit the text', () => {
    const words = [word('Добрый', 1, 1.4), word('день.', 1.5, 2)]

    expect(wordsByText({ start: 1, end: 2, speaker: 0, text: 'Добрый день.', words })).toBe(words)
  })

  it.each([
    ['a text without words', []],
    ['a word of two parts', [word('Добрый день.', 1, 2)]],
  ])('are spread over the span of %s', (_, words) => {
    const spread = wordsByText({ start: 1, end: 2, speaker: 0, text: 'Добрый день.', words })

    expect(spread.map(({ text }) => text)).toEqual(['Добрый', 'день.'])
    expect(spread[0]?.start).toBe(1)
    expect(spread[1]?.end).toBe(2)
  })
})
