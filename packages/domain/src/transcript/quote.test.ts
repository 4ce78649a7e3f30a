import { describe, expect, it } from 'vitest'

import { openingQuote, quoteOf, readStretch } from './quote.ts'
import type { Segment } from './segments.ts'

describe('a stretch in a link', () => {
  it.each([
    ['12', { from: 12 }],
    ['68.6', { from: 68.6 }],
    ['12-31.5', { from: 12, to: 31.5 }],
  ])('is a moment or two: %s', (text, stretch) => {
    expect(readStretch(text)).toEqual(stretch)
  })

  it.each(['', '-1', '31-12', '1e9', '12-', 'abc', '1.2345', '99999999'])('is nothing else: %s', (text) => {
    expect(readStretch(text)).toBeUndefined()
  })
})

/** A word a second. */
const say = (start: number, speaker: number, text: string): Segment => {
  const words = text
    .split(' ')
    .map((word, at) => ({ text: word, start: start + at, end: start + at + 0.9, confidence: null }))
  return { start, end: start + words.length, text, speaker, words }
}
const talk = [
  say(0, 0, 'Добрый день.'),
  say(2, 0, 'Сегодня мы говорим о том, как свет раскладывается на цвета в каплях.'),
  say(20, 0, 'Начнём.'),
  say(30, 1, 'Хорошо, начнём.'),
]

describe('a quote', () => {
  it('begins with the word at the moment and ends with a sentence, a short one not alone', () => {
    expect(quoteOf(talk, { from: 0 })).toEqual({
      text: 'Добрый день. Сегодня мы говорим о том, как свет раскладывается на цвета в каплях.',
      start: 0,
      speaker: 0,
    })
    expect(quoteOf(talk, { from: 3.5 })?.text).toMatch(/^мы говорим/)
  })

  it('has the words between two moments', () => {
    expect(quoteOf(talk, { from: 2, to: 5 })).toEqual({ text: 'Сегодня мы говорим', start: 2, speaker: 0 })
  })

  it('has no word from before or after two rounded moments', () => {
    expect(quoteOf(talk, { from: 2.8, to: 5.1 })).toEqual({ text: 'мы говорим', start: 3, speaker: 0 })
  })

  it('is of one speaker', () => {
    expect(quoteOf(talk, { from: 20 })?.text).toBe('Начнём.')
    expect(quoteOf(talk, { from: 21 })).toEqual({ text: 'Хорошо, начнём.', start: 30, speaker: 1 })
  })

  it('belongs to the speaker of most of its words', () => {
    const answered = [say(0, 1, 'Да?'), say(1, 0, 'Да, капли преломляют свет.'), say(5, 1, 'Понятно.')]

    expect(quoteOf(answered, { from: 0, to: 6 })).toEqual({ text: 'Да, капли преломляют свет.', start: 1, speaker: 0 })
    expect(quoteOf(answered, { from: 0 })?.text).toBe('Да?')
  })

  it('is cut between words when it grows too long', () => {
    const text = quoteOf([say(0, 0, 'слово '.repeat(100).trim())], { from: 0 })?.text ?? ''

    expect(text.length).toBeLessThanOrEqual(221)
    expect(text).toMatch(/слово…$/)
  })

  it('is none after the end', () => {
    expect(quoteOf(talk, { from: 100 })).toBeUndefined()
    expect(quoteOf([], { from: 0 })).toBeUndefined()
  })
})

describe('the opening quote', () => {
  it('is the first sentence of some words, after greetings', () => {
    expect(openingQuote(talk)).toEqual({
      text: 'Сегодня мы говорим о том, как свет раскладывается на цвета в каплях.',
      start: 2,
      speaker: 0,
    })
  })

  it('does not begin amid a sentence', () => {
    const torn = [say(0, 0, 'И вот мы'), say(5, 0, 'говорим о том, как свет раскладывается на цвета.')]

    expect(openingQuote(torn)?.text).toBe('И вот мы говорим о том, как свет раскладывается на цвета.')
  })

  it('is how the text begins where no sentence tells anything', () => {
    expect(openingQuote([say(0, 0, 'Начнём.'), say(30, 1, 'Хорошо, начнём.')])?.text).toBe('Начнём.')
    expect(openingQuote([])).toBeUndefined()
  })
})
