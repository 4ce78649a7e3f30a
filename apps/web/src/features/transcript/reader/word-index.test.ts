import { toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { describe, expect, it } from 'vitest'

import { indexWords, snapToWord, wordAtOffset, wordAtTime } from './word-index.ts'

const word = (text: string, start: number) => ({ text, start, end: start + 0.5, confidence: null })
const paragraphs = toParagraphs([
  {
    start: 1,
    end: 3,
    text: 'Всем привет, начинаем.',
    speaker: 0,
    words: [word('Всем', 1), word('привет,', 1.5), word('начинаем.', 2)],
  },
  { start: 4, end: 5, text: 'Меня слышно?', speaker: 1, words: [word('Меня', 4), word('слышно?', 4.5)] },
])
const words = indexWords(paragraphs)
const textOf = (index: number) =>
  paragraphs[words.paragraph[index] ?? -1]?.text.slice(words.from[index], words.to[index])

describe('the word index', () => {
  it('knows the position of every word in its paragraph, from segments of start, end, text and speaker [FILE-10]', () => {
    expect([0, 1, 2, 3, 4].map(textOf)).toEqual(['Всем', 'привет,', 'начинаем.', 'Меня', 'слышно?'])
    expect([...words.paragraph]).toEqual([0, 0, 0, 1, 1])
  })

  it.each([
    [0.9, -1],
    [1, 0],
    [1.7, 1],
    [3.5, 2],
    [99, 4],
  ])('finds the word spoken at %d s [FILE-7]', (seconds, index) => {
    expect(wordAtTime(words, seconds)).toBe(index)
  })

  it.each([
    [1.46, 1.5],
    [1.54, 1.5],
    [3.95, 4],
    [1.7, 1.7],
    [0, 0],
  ])('takes a link to %d s, rounded to a tenth, to the start of its word at %d s', (seconds, start) => {
    expect(snapToWord(words, seconds)).toBe(start)
  })

  it.each([
    [0, 0, 'Всем'],
    [0, 6, 'привет,'],
    [0, 21, 'начинаем.'],
    [1, 0, 'Меня'],
    [1, 12, 'слышно?'],
  ])('finds the word at an offset: paragraph %i, offset %i [FILE-7]', (paragraph, offset, text) => {
    expect(textOf(wordAtOffset(words, paragraph, offset))).toBe(text)
  })

  it('treats a paragraph without word times as one word [FILE-10]', () => {
    const whole = indexWords(toParagraphs([{ start: 7, end: 9, text: 'Без времени слов', speaker: 0, words: [] }]))

    expect(whole).toMatchObject({ count: 1, start: new Float64Array([7]), to: new Uint32Array([16]) })
  })

  it('lists words of low confidence; a missing confidence counts as sure', () => {
    const said = [0.9, 0.59, null, 0.6].map((confidence, index) => ({ ...word(`слово${index}`, index), confidence }))
    const unsure = indexWords([
      { start: 0, end: 4, speaker: 0, text: said.map(({ text }) => text).join(' '), words: said },
    ])

    expect(unsure.unsure).toEqual([1])
  })
})
