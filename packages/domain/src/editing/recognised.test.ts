import { describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { applyOperation, type Operation } from './operations.ts'
import { recognisedIn } from './recognised.ts'
import type { Transcript } from './transcript.ts'

const original = ['Добрый день.', 'Как дела?', 'Хорошо, спасибо большое.', 'Тогда начнём.'].map((text, at) =>
  segmentOf(said(text, at * 5)),
)
const after = (...operations: Operation[]) =>
  operations.reduce<Transcript>((now, operation) => applyOperation(now, operation) ?? now, {
    segments: original,
    speakers: [],
  }).segments

describe('what was recognised', () => {
  it('comes back exactly for a paragraph, also what was removed of it', () => {
    const segments = after(
      { kind: 'editText', at: 1, count: 2, text: 'Хорошо!' },
      { kind: 'editText', at: 0, count: 1, text: 'Добрый вечер.' },
    )

    expect(segments.map(({ text }) => text)).toEqual(['Добрый вечер.', 'Хорошо!', 'Тогда начнём.'])
    expect(recognisedIn(original, segments, { at: 1, count: 1 })).toEqual(original.slice(1, 3))
  })

  it('is only the words of the part that was given to somebody else, and stays with them', () => {
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
