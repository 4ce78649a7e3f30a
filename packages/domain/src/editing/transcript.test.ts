import { describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { applyOperation, type Operation } from './operations.ts'
import { growsTooLong, recognisedIn, sizeOf, type Transcript } from './transcript.ts'

const original = ['Добрый день.', 'Как дела?', 'Хорошо, спасибо большое.', 'Тогда начнём.'].map((text, at) =>
  segmentOf(said(text, at * 5)),
)
const after = (...operations: Operation[]) =>
  operations.reduce<Transcript>((now, operation) => applyOperation(now, operation) ?? now, {
    segments: original,
    speakers: [],
  }).segments

describe('the recognised text of a range', () => {
  it('is restored exactly, with removed words', () => {
    const segments = after(
      { kind: 'editText', at: 1, count: 2, text: 'Хорошо!' },
      { kind: 'editText', at: 0, count: 1, text: 'Добрый вечер.' },
    )

    expect(segments.map(({ text }) => text)).toEqual(['Добрый вечер.', 'Хорошо!', 'Тогда начнём.'])
    expect(recognisedIn(original, segments, { at: 1, count: 1 })).toEqual(original.slice(1, 3))
  })

  it('has only the words of a reassigned range, and keeps its new speaker', () => {
    const segments = after(
      { kind: 'splitSegment', at: 2, word: 1 },
      { kind: 'assignSpeaker', at: 3, scope: 'phrase', speaker: 4 },
      { kind: 'editText', at: 3, count: 1, text: 'Спасибо вам.' },
    )

    expect(recognisedIn(original, segments, { at: 3, count: 1 })).toMatchObject([
      { text: 'спасибо большое.', speaker: 4 },
    ])
    expect(recognisedIn(original, segments, { at: 2, count: 1 })).toMatchObject([{ text: 'Хорошо,', speaker: 0 }])
  })
})

const word = (text: string) => ({ text, start: 0, end: 1, confidence: null })
const textOf = (words: number, text = 'да') => [
  { start: 0, end: 1, speaker: 0, text: Array(words).fill(text).join(' '), words: Array(words).fill(word(text)) },
]
const segments = (count: number) => Array(count).fill({ start: 0, end: 1, speaker: 0, text: '', words: [] })

describe('the limit of a text', () => {
  it('admits the words of the longest recording at the fastest speech', () => {
    expect(growsTooLong(sizeOf([]), sizeOf(textOf(5 * 12 * 3600, 'здравствуйте')), 12 * 3600)).toBe(false)
  })

  it.each([
    ['words', textOf(20_000)],
    ['letters', textOf(100, 'а'.repeat(5000))],
    ['empty segments', segments(20_001)],
  ])('refuses too many %s for a short recording', (_what, after) => {
    expect(growsTooLong(sizeOf(textOf(10)), sizeOf(after), 0)).toBe(true)
  })

  it('lets a text that is already too long shrink or stay', () => {
    expect(growsTooLong(sizeOf(textOf(40_000)), sizeOf(textOf(39_000)), 0)).toBe(false)
    expect(growsTooLong(sizeOf(textOf(40_000)), sizeOf(textOf(40_000)), 0)).toBe(false)
  })
})
