import { describe, expect, it } from 'vitest'

import { indexWords } from '#features/transcript/reader/word-index.ts'

import { copyOf, quoteOf } from './quote.ts'

const said = (text: string, start: number, speaker: number) => ({
  text,
  start,
  end: start + 5,
  speaker,
  words: text.split(' ').map((one, at) => ({ text: one, start: start + at, end: start + at + 0.5, confidence: null })),
})
const paragraphs = [
  said('Мы сняли «Зеркало» кое-как, за лето.', 64, 0),
  said('И показали его.', 72, 0),
  said('А что было потом?', 76, 1),
]
const names = ['Анна', 'Пётр']
const text = { paragraphs, words: indexWords(paragraphs), nameOf: (speaker: number) => names[speaker] ?? '' }
const whole = (paragraph: number) => ({ paragraph, from: 0, to: paragraphs[paragraph]?.text.length ?? 0 })

describe('a quote', () => {
  it.each([
    ['words cut at both ends', 4, 6, '«сняли»\u00a0— Анна, 1:05'],
    ['a word with a hyphen', 24, 26, '«кое-как»\u00a0— Анна, 1:07'],
    ['no punctuation beyond the words', 28, 33, '«за лето»\u00a0— Анна, 1:08'],
    ['quotation marks inside', 0, 18, '«Мы сняли „Зеркало“»\u00a0— Анна, 1:04'],
  ])('takes %s', (_case, from, to, quote) => {
    expect(quoteOf([{ paragraph: 0, from, to }], text)).toBe(quote)
  })

  it('names everybody who speaks in it, once a turn', () => {
    expect(quoteOf([whole(1), { paragraph: 2, from: 2, to: 8 }], text)).toBe(
      '«И показали его.»\u00a0— Анна, 1:12\n«что было»\u00a0— Пётр, 1:17',
    )
    expect(quoteOf([whole(0), whole(1)], text)).toBe(
      '«Мы сняли „Зеркало“ кое-как, за лето. И показали его.»\u00a0— Анна, 1:04',
    )
  })
})

describe('a copy', () => {
  it('is the selected text alone within one paragraph', () => {
    expect(copyOf([{ paragraph: 0, from: 4, to: 6 }], text, true)).toBe('ня')
  })

  it('names the speaker of every paragraph, unless there is only one', () => {
    expect(copyOf([whole(1), whole(2)], text, true)).toBe('Анна: И показали его.\n\nПётр: А что было потом?')
    expect(copyOf([whole(1), whole(2)], text, false)).toBe('И показали его.\n\nА что было потом?')
  })
})
