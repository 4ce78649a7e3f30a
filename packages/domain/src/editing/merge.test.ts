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

describe('merging two versions of a text', () => {
  it('keeps both changes in different sentences', () => {
    const { merged, conflicts } = mergeTranscripts({
      base,
      mine: after(edit(3, 'Тогда поехали.'), edit(0, '')),
      theirs: after(edit(1, 'Как твои дела?'), { kind: 'splitSegment', at: 2, word: 1 }),
    })

    expect(textsOf(merged)).toEqual(['Как твои дела?', 'Хорошо,', 'спасибо.', 'Тогда поехали.'])
    expect(conflicts).toEqual([])
  })

  it('keeps theirs and reports mine if both changed one sentence', () => {
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

  it('reports a conflict if one removed what the other changed', () => {
    const { merged, conflicts } = mergeTranscripts({
      base,
      mine: after(edit(1, 'Как оно?')),
      theirs: after(edit(1, '')),
    })

    expect(textsOf(merged)).toEqual(['Добрый день.', 'Хорошо, спасибо.', 'Тогда начнём.'])
    expect(conflicts).toMatchObject([{ at: 1, count: 0, mine: [{ text: 'Как оно?' }], theirs: [] }])
  })

  it('reports no conflict for equal changes', () => {
    const same = edit(1, 'Как вы?')

    expect(mergeTranscripts({ base, mine: after(same), theirs: after(same) })).toEqual({
      merged: after(same),
      conflicts: [],
    })
  })

  it('keeps words of one side and the speaker of the other', () => {
    const words = after(edit(2, 'Хорошо, благодарю.'))
    const speaker = after({ kind: 'mergeSpeakers', from: 1, into: 0 })
    const both = { text: 'Хорошо, благодарю.', speaker: 0 }

    expect(mergeTranscripts({ base, mine: words, theirs: speaker }).merged.segments[2]).toMatchObject(both)
    expect(mergeTranscripts({ base, mine: speaker, theirs: words }).merged.segments[2]).toMatchObject(both)
  })

  it('reports no conflict for a speaker change on one side and removed words on the other', () => {
    const removed = after({ kind: 'editText', at: 0, count: 2, text: 'Как вы?' })
    const given = after({ kind: 'assignSpeaker', at: 0, count: 2, scope: 'phrase', speaker: 1 })

    const { merged, conflicts } = mergeTranscripts({ base, mine: given, theirs: removed })

    expect(conflicts).toEqual([])
    expect(merged.segments[0]).toMatchObject({ text: 'Как вы?', speaker: 1 })
  })

  it('gives two numbers if each side adds a speaker', () => {
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

  it('keeps names that each side gave to another speaker', () => {
    const named = (speakerId: number, name: string) => after({ kind: 'nameSpeaker', speaker: { speakerId, name } })

    const { merged } = mergeTranscripts({ base, mine: named(0, 'Анна Петровна'), theirs: named(1, 'Пётр') })

    expect(merged.speakers).toEqual([
      { speakerId: 0, name: 'Анна Петровна' },
      { speakerId: 1, name: 'Пётр' },
    ])
  })

  it.each([0, 1])('keeps my name, and the number, if both sides name speaker %d', (speakerId) => {
    const named = (name: string) => after({ kind: 'nameSpeaker', speaker: { speakerId, name } })

    const { merged, conflicts } = mergeTranscripts({ base, mine: named('Ия'), theirs: named('Пётр') })

    expect(conflicts).toEqual([])
    expect(merged).toEqual(named('Ия'))
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

describe('merging any two versions', () => {
  it('gives a text that operations can make from theirs', () => {
    fc.assert(
      fc.property(transcripts, edits, edits, (before, my, their) => {
        const [mine, theirs] = [applied(before, my), applied(before, their)]
        const { merged } = mergeTranscripts({ base: before, mine, theirs })

        expect(applied(theirs, operationsBetween(theirs, merged))).toEqual(merged)
      }),
    )
  })

  it('loses no typed word', () => {
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

  it('gives the other version if one is unchanged', () => {
    fc.assert(
      fc.property(transcripts, edits, (before, my) => {
        const mine = applied(before, my)

        expect(mergeTranscripts({ base: before, mine, theirs: before })).toEqual({ merged: mine, conflicts: [] })
        expect(mergeTranscripts({ base: before, mine: before, theirs: mine })).toEqual({ merged: mine, conflicts: [] })
      }),
    )
  })
})
