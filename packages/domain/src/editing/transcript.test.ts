import { describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { applyOperation, type Operation } from './operations.ts'
import { recognisedIn, type Transcript } from './transcript.ts'

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
