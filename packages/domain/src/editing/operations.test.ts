import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { operations, transcripts } from '#test/operations.ts'
import { said, segmentOf } from '#test/transcripts.ts'
import type { Segment } from '#transcript/segments.ts'

import { applyOperation, invertOperation, type Operation, rangesRead } from './operations.ts'
import type { Transcript } from './transcript.ts'

describe('the ranges that an operation reads', () => {
  it('suffice to apply and to undo it where the words of all other segments are unknown', () => {
    fc.assert(
      fc.property(transcripts, operations, (whole, operation) => {
        const read = new Set(
          rangesRead(operation).flatMap(({ at, count }) => Array.from({ length: count }, (_, n) => at + n)),
        )
        const unread = (segment: Segment): Segment => ({
          start: 0,
          end: 0,
          text: '',
          words: [],
          speaker: segment.speaker,
        })
        const segments = whole.segments.map((segment, at) => (read.has(at) ? segment : unread(segment)))
        const known = { ...whole, segments }
        const [after, expected] = [applyOperation(known, operation), applyOperation(whole, operation)]

        expect(invertOperation(operation, known)).toEqual(invertOperation(operation, whole))
        expect(after?.speakers).toEqual(expected?.speakers)
        expect(after?.segments.length).toBe(expected?.segments.length)
        for (const [at, segment] of after?.segments.entries() ?? []) {
          const right = expected?.segments[at] ?? segment
          expect(segment).toEqual(segment.words.length > 0 || right.words.length === 0 ? right : unread(right))
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('undoing', () => {
  it('restores the exact transcript, and redoing repeats the change', () => {
    fc.assert(
      fc.property(transcripts, operations, (before, operation) => {
        const after = applyOperation(before, operation)
        const undo = invertOperation(operation, before)
        expect(after === undefined).toBe(undo === undefined)
        fc.pre(after !== undefined && undo !== undefined)
        const redo = invertOperation(undo, after)

        expect(applyOperation(after, undo)).toEqual(before)
        expect(redo && applyOperation(before, redo)).toEqual(after)
      }),
      { numRuns: 300 },
    )
  })

  it('restores the transcript through many operations, one by one', () => {
    fc.assert(
      fc.property(transcripts, fc.array(operations, { maxLength: 12 }), (before, list) => {
        const undos: Operation[] = []
        let now = before
        for (const operation of list) {
          const after = applyOperation(now, operation)
          const undo = after && invertOperation(operation, now)
          if (!after || !undo) continue
          undos.push(undo)
          now = after
        }

        for (const undo of undos.toReversed()) now = applyOperation(now, undo) ?? now

        expect(now).toEqual(before)
      }),
    )
  })

  it('survives JSON', () => {
    fc.assert(
      fc.property(transcripts, operations, (before, operation) => {
        const after = applyOperation(before, operation)
        const undo = invertOperation(operation, before)
        fc.pre(after !== undefined && undo !== undefined)

        expect(applyOperation(after, JSON.parse(JSON.stringify(undo)) as Operation)).toEqual(before)
      }),
    )
  })
})

describe('any operation', () => {
  it('keeps times in order and the text equal to its words', () => {
    fc.assert(
      fc.property(transcripts, operations, (before, operation) => {
        const { segments } = applyOperation(before, operation) ?? before
        const starts = segments.flatMap(({ words }) => words.map(({ start }) => start))

        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        for (const { text, words, start, end } of segments) {
          expect(text).toBe(words.map((word) => word.text).join(' '))
          expect(start).toBe(words[0]?.start)
          expect(end).toBe(Math.max(...words.map((word) => word.end)))
        }
      }),
    )
  })
})

const transcript: Transcript = {
  segments: [
    segmentOf(said('Добрый день.', 0), 0),
    segmentOf(said('Как дела?', 2), 0),
    segmentOf(said('Хорошо, спасибо.', 4), 1),
    segmentOf(said('Тогда начнём.', 6), 0),
  ],
  speakers: [
    { speakerId: 0, name: 'Анна' },
    { speakerId: 1, name: 'Пётр' },
  ],
}
const after = (operation: Operation) => applyOperation(transcript, operation)
const texts = (result: Transcript | undefined) => result?.segments.map(({ text }) => text)
const speakers = (result: Transcript | undefined) => result?.segments.map((segment) => segment.speaker)

describe('editing a paragraph', () => {
  it('keeps every word in its segment and adds new ones to the segment of the previous word', () => {
    const result = after({ kind: 'editText', at: 0, count: 2, text: 'Добрый, добрый день. Ну, как дела?' })

    expect(texts(result)).toEqual(['Добрый, добрый день. Ну,', 'как дела?', 'Хорошо, спасибо.', 'Тогда начнём.'])
    expect(result?.segments.slice(2)).toEqual(transcript.segments.slice(2))
  })

  it('keeps segments without changed words', () => {
    const result = after({ kind: 'editText', at: 0, count: 2, text: 'Добрый вечер. Как дела?' })

    expect(result?.segments[1]).toBe(transcript.segments[1])
  })

  it('removes a segment without words', () => {
    expect(texts(after({ kind: 'editText', at: 0, count: 2, text: 'Как дела?' }))?.[0]).toBe('Как дела?')
    expect(texts(after({ kind: 'editText', at: 0, count: 4, text: '' }))).toEqual([])
  })

  it('puts new words into the pauses around, not over the neighbours', () => {
    const result = after({ kind: 'editText', at: 2, count: 1, text: 'Ну что тебе сказать хорошо, спасибо, правда.' })

    expect(result?.segments[2]?.words.map(({ start, end }) => [start, end])).toEqual([
      [2.9, 3.065],
      [3.065, 3.285],
      [3.285, 3.56],
      [3.56, 4],
      [4, 4.4],
      [4.5, 4.9],
      [4.9, 5.54],
    ])
  })
})

it('a replacement that removes whole segments is undone as one step', () => {
  const operation: Operation = {
    kind: 'replaceMany',
    replacements: [
      { at: 0, from: 0, to: 12, text: '' },
      { at: 1, from: 0, to: 3, text: '' },
      { at: 2, from: 0, to: 16, text: '' },
    ],
  }
  const removed = after(operation)
  const undo = invertOperation(operation, transcript)

  expect(texts(removed)).toEqual(['дела?', 'Тогда начнём.'])
  expect(removed && undo && applyOperation(removed, undo)).toEqual(transcript)
})

describe('speakers', () => {
  it('are assigned to a phrase, or to all later segments of the same speaker', () => {
    expect(speakers(after({ kind: 'assignSpeaker', at: 1, scope: 'phrase', speaker: 2 }))).toEqual([0, 2, 1, 0])
    expect(speakers(after({ kind: 'assignSpeaker', at: 1, scope: 'onwards', speaker: 2 }))).toEqual([0, 2, 1, 2])
    expect(speakers(after({ kind: 'assignSpeaker', at: 1, count: 2, scope: 'phrase', speaker: 2 }))).toEqual([
      0, 2, 2, 0,
    ])
  })

  it('are merged under one name', () => {
    const result = after({ kind: 'mergeSpeakers', from: 1, into: 0 })

    expect(speakers(result)).toEqual([0, 0, 0, 0])
    expect(result?.speakers).toEqual([{ speakerId: 0, name: 'Анна' }])
  })

  it('are added once', () => {
    expect(after({ kind: 'addSpeaker', speaker: { speakerId: 2, name: 'Ия' } })?.speakers).toHaveLength(3)
    expect(after({ kind: 'addSpeaker', speaker: { speakerId: 1, name: 'Ия' } })).toBeUndefined()
  })

  it('stay the same when a segment is split at a word', () => {
    const result = after({ kind: 'splitSegment', at: 2, word: 1 })

    expect(texts(result)).toEqual(['Добрый день.', 'Как дела?', 'Хорошо,', 'спасибо.', 'Тогда начнём.'])
    expect(result?.segments[3]).toMatchObject({ start: 4.5, end: 4.9, speaker: 1 })
  })
})

describe('an operation for another transcript', () => {
  it.each<Operation>([
    { kind: 'editText', at: 4, count: 1, text: 'нет' },
    { kind: 'editText', at: 3, count: 2, text: 'нет' },
    { kind: 'editText', at: 0, count: 0, text: 'нет' },
    { kind: 'splitSegment', at: 0, word: 0 },
    { kind: 'splitSegment', at: 0, word: 2 },
    { kind: 'assignSpeaker', at: -1, scope: 'phrase', speaker: 0 },
    { kind: 'assignSpeaker', at: 0, scope: 'phrase', speaker: 0.5 },
    { kind: 'assignSpeaker', at: 2, count: 3, scope: 'phrase', speaker: 0 },
    { kind: 'assignSpeaker', at: 2, count: 0, scope: 'phrase', speaker: 0 },
    { kind: 'mergeSpeakers', from: 1, into: 1 },
    { kind: 'replaceMany', replacements: [{ at: 9, from: 0, to: 1, text: '' }] },
    { kind: 'replaceMany', replacements: [{ at: 0, from: 5, to: 900, text: '' }] },
    { kind: 'restoreSegments', patches: [{ at: 3, count: 2, segments: [] }] },
    {
      kind: 'restoreSegments',
      patches: [
        { at: 1, count: 2, segments: [] },
        { at: 2, count: 1, segments: [] },
      ],
    },
    { kind: 'restoreSpeakers', runs: [{ at: 4, count: 1, speaker: 0 }], speakers: [] },
  ])('is rejected: $kind', (operation) => {
    expect(after(operation)).toBeUndefined()
    expect(invertOperation(operation, transcript)).toBeUndefined()
  })
})
