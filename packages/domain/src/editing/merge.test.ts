import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { said, segmentOf, segmentsOf, shortWord, spokenWords } from '#test/transcripts.ts'

import { operationsBetween } from './difference.ts'
import { mergeTranscripts } from './merge.ts'
import { applyOperation, type Operation } from './operations.ts'
import type { Transcript } from './transcript.ts'

const base: Transcript = {
  segments: [
    segmentOf(said('Добрый день.', 0), 0),
    segmentOf(said('Как дела?', 2), 0),
    segmentOf(said('Хорошо, спасибо.', 4), 1),
    segmentOf(said('Тогда начнём.', 6), 0),
  ],
  speakers: [{ speakerId: 0, name: 'Анна' }],
}

const after = (...operations: Operation[]) => applied(base, operations)
const textsOf = ({ segments }: Transcript) => segments.map(({ text }) => text)
const edit = (at: number, text: string): Operation => ({ kind: 'editText', at, count: 1, text })

function applied(before: Transcript, operations: readonly Operation[]): Transcript {
  return operations.reduce((now, operation) => applyOperation(now, operation) ?? now, before)
}

describe('two changes of one text', () => {
  it('in different sentences are both in the merged one', () => {
    const { merged, conflicts } = mergeTranscripts({
      base,
      mine: after(edit(3, 'Тогда поехали.'), edit(0, '')),
      theirs: after(edit(1, 'Как твои дела?'), { kind: 'splitSegment', at: 2, word: 1 }),
    })

    expect(textsOf(merged)).toEqual(['Как твои дела?', 'Хорошо,', 'спасибо.', 'Тогда поехали.'])
    expect(conflicts).toEqual([])
  })

  it('in one sentence are a conflict: theirs stands, mine is told', () => {
    const { merged, conflicts } = mergeTranscripts({
      base,
      mine: after(edit(0, ''), edit(1, 'Отлично, спасибо.')),
      theirs: after(edit(2, 'Хорошо, благодарю.')),
    })

    expect(textsOf(merged)).toEqual(['Как дела?', 'Хорошо, благодарю.', 'Тогда начнём.'])
    expect(conflicts).toMatchObject([
      { at: 1, count: 1, mine: [{ text: 'Отлично, спасибо.' }], theirs: [{ text: 'Хорошо, благодарю.' }] },
    ])
  })

  it('are a conflict also where one has removed what the other has changed', () => {
    const { merged, conflicts } = mergeTranscripts({
      base,
      mine: after(edit(1, 'Как оно?')),
      theirs: after(edit(1, '')),
    })

    expect(textsOf(merged)).toEqual(['Добрый день.', 'Хорошо, спасибо.', 'Тогда начнём.'])
    expect(conflicts).toMatchObject([{ at: 1, count: 0, mine: [{ text: 'Как оно?' }], theirs: [] }])
  })

  it('that are the same are no conflict', () => {
    const same = edit(1, 'Как вы?')

    expect(mergeTranscripts({ base, mine: after(same), theirs: after(same) })).toEqual({
      merged: after(same),
      conflicts: [],
    })
  })

  it('of the words and of the speaker are both kept, whoever made which', () => {
    const words = after(edit(2, 'Хорошо, благодарю.'))
    const speaker = after({ kind: 'mergeSpeakers', from: 1, into: 0 })
    const both = { text: 'Хорошо, благодарю.', speaker: 0 }

    expect(mergeTranscripts({ base, mine: words, theirs: speaker }).merged.segments[2]).toMatchObject(both)
    expect(mergeTranscripts({ base, mine: speaker, theirs: words }).merged.segments[2]).toMatchObject(both)
  })

  it('of a speaker and of words that became fewer are no conflict either', () => {
    const removed = after({ kind: 'editText', at: 0, count: 2, text: 'Как вы?' })
    const given = after({ kind: 'assignSpeaker', at: 0, count: 2, scope: 'phrase', speaker: 1 })

    const { merged, conflicts } = mergeTranscripts({ base, mine: given, theirs: removed })

    expect(conflicts).toEqual([])
    expect(merged.segments[0]).toMatchObject({ text: 'Как вы?', speaker: 1 })
  })

  it('that each bring somebody new give them two numbers', () => {
    const newcomer = (name: string, at: number): Operation[] => [
      { kind: 'addSpeaker', speaker: { speakerId: 2, name } },
      { kind: 'assignSpeaker', at, scope: 'phrase', speaker: 2 },
    ]

    const { merged } = mergeTranscripts({
      base,
      mine: after(...newcomer('Ия', 0)),
      theirs: after(...newcomer('Пётр', 3)),
    })

    expect(merged.segments.map(({ speaker }) => speaker)).toEqual([3, 0, 1, 2])
    expect(merged.speakers).toEqual([
      { speakerId: 0, name: 'Анна' },
      { speakerId: 2, name: 'Пётр' },
      { speakerId: 3, name: 'Ия' },
    ])
  })
})

const transcripts: fc.Arbitrary<Transcript> = fc
  .record({ segments: segmentsOf(spokenWords(shortWord)) })
  .map(({ segments }) => ({ segments, speakers: [] }))
const edits = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('editText' as const),
      at: fc.nat(12),
      count: fc.integer({ min: 1, max: 2 }),
      text: fc.array(fc.oneof(shortWord, fc.constant('НОВОЕ')), { maxLength: 6 }).map((words) => words.join(' ')),
    }),
    fc.record({ kind: fc.constant('splitSegment' as const), at: fc.nat(12), word: fc.nat(4) }),
    fc.record({
      kind: fc.constant('assignSpeaker' as const),
      at: fc.nat(12),
      scope: fc.constantFrom('phrase' as const, 'onwards' as const),
      speaker: fc.nat(3),
    }),
  ),
  { maxLength: 5 },
)

describe('any two changes', () => {
  it('come to a text that a few operations make of theirs', () => {
    fc.assert(
      fc.property(transcripts, edits, edits, (before, my, their) => {
        const [mine, theirs] = [applied(before, my), applied(before, their)]
        const { merged } = mergeTranscripts({ base: before, mine, theirs })

        expect(applied(theirs, operationsBetween(theirs, merged))).toEqual(merged)
      }),
    )
  })

  it('lose no word that anybody wrote', () => {
    const wordsIn = (text: string) => text.split(' ').toSorted()
    const written = ({ segments }: Pick<Transcript, 'segments'>) =>
      segments.flatMap(({ text }) => wordsIn(text)).filter((word) => word === 'НОВОЕ').length
    fc.assert(
      fc.property(transcripts, edits, edits, (before, my, their) => {
        const [mine, theirs] = [applied(before, my), applied(before, their)]
        const { merged, conflicts } = mergeTranscripts({ base: before, mine, theirs })
        const inConflicts = conflicts.reduce((sum, { mine: segments }) => sum + written({ segments }), 0)

        expect(written(merged) + inConflicts).toBeGreaterThanOrEqual(Math.max(written(mine), written(theirs)))
      }),
    )
  })

  it('of which one is none come to the other', () => {
    fc.assert(
      fc.property(transcripts, edits, (before, my) => {
        const mine = applied(before, my)

        expect(mergeTranscripts({ base: before, mine, theirs: before })).toEqual({ merged: mine, conflicts: [] })
        expect(mergeTranscripts({ base: before, mine: before, theirs: mine })).toEqual({ merged: mine, conflicts: [] })
      }),
    )
  })
})
