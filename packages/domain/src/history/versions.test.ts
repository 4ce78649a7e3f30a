import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { operationsBetween } from '#editing/difference.ts'
import { applyOperation, invertOperation, type Operation } from '#editing/operations.ts'
import type { Transcript } from '#editing/transcript.ts'
import { operations, transcripts } from '#test/operations.ts'
import { said, segmentOf } from '#test/transcripts.ts'

import {
  countChangedWords,
  type PastEdit,
  type Stacked,
  stackedSteps,
  type Tops,
  topsAfter,
  versionsOf,
} from './versions.ts'

type Change = Partial<Pick<PastEdit, 'source' | 'name'>> & { operation: Operation; minute: number }

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 12, minute)).toISOString()

/** A text after edits, and its history as it is listed: newest first. */
function edited(start: Transcript, changes: readonly Change[]) {
  const edits: PastEdit[] = []
  const texts = [start]
  let transcript = start
  for (const { operation, minute, source = null, name = null } of changes) {
    const [inverse, after] = [invertOperation(operation, transcript), applyOperation(transcript, operation)]
    if (!inverse || !after) continue
    edits.unshift({ version: edits.length + 1, editedAt: at(minute), source, name, inverse })
    texts.push(after)
    transcript = after
  }
  return { text: { version: edits.length, transcript }, edits, texts }
}

const TALK: Transcript = {
  segments: [segmentOf(said('Добрый день.')), segmentOf(said('Меня зовут Мымрин.', 10), 1)],
  speakers: [],
}
const write = (minute: number, text: string, change: Partial<Change> = {}): Change => ({
  operation: { kind: 'editText', at: 0, count: 1, text },
  minute,
  ...change,
})
const summary = ({ text, edits }: ReturnType<typeof edited>) =>
  versionsOf(text, edits).map(({ version, changedWords, transcript }) => [
    version,
    changedWords,
    transcript.segments[0]?.text,
  ])

describe('the versions of a text', () => {
  it('are its sittings: edits with pauses of at most ten minutes, and the words that all of them changed', () => {
    const history = edited(TALK, [
      write(0, 'Доброе день.'),
      write(9, 'Доброе утро.'),
      write(19, 'Доброе утро всем.'),
      write(30, 'Добрый вечер всем.'),
    ])

    expect(summary(history)).toEqual([
      [4, 2, 'Добрый вечер всем.'],
      [3, 3, 'Доброе утро всем.'],
    ])
  })

  it('change with the author, and a name ends a sitting', () => {
    const history = edited(TALK, [
      write(0, 'Раз.'),
      write(1, 'Два.', { name: 'черновик' }),
      write(2, 'Три.'),
      write(3, 'Четыре.', { source: 'vocabulary' }),
      write(4, 'Пять.', { source: 'restore' }),
    ])

    expect(versionsOf(history.text, history.edits).map(({ version, source, name }) => [version, source, name])).toEqual(
      [
        [5, 'restore', null],
        [4, 'vocabulary', null],
        [3, null, null],
        [2, null, 'черновик'],
      ],
    )
  })

  it('count an edit that was undone as no change', () => {
    expect(summary(edited(TALK, [write(0, 'Иначе.'), write(1, 'Добрый день.')]))).toEqual([[2, 0, 'Добрый день.']])
  })

  it('leave out edits that this tab has not seen, and end where inverses do', () => {
    const { text, edits, texts } = edited(TALK, [write(0, 'Раз.'), write(20, 'Два.'), write(40, 'Три.')])
    const seen = { version: 2, transcript: texts[2] ?? TALK }
    const old = edits.map((edit) => (edit.version === 1 ? { ...edit, inverse: null } : edit))

    expect(versionsOf(seen, edits).map(({ version }) => version)).toEqual([2, 1])
    expect(versionsOf(text, old).map(({ version }) => version)).toEqual([3, 2])
    expect(versionsOf({ ...text, version: 9 }, edits)).toEqual([])
  })

  it('hold exactly the texts of their moments; a restored one is undone exactly', () => {
    const minutes = fc.array(fc.record({ operation: operations, minute: fc.nat(40) }), { maxLength: 12 })
    fc.assert(
      fc.property(transcripts, minutes, (start, changes) => {
        const ordered = changes.toSorted((one, other) => one.minute - other.minute)
        const { text, edits, texts } = edited(start, ordered)
        for (const { version, transcript } of versionsOf(text, edits)) {
          expect(transcript).toEqual(texts[version])

          let [now, back]: [Transcript, Operation[]] = [text.transcript, []]
          for (const operation of operationsBetween(now, transcript)) {
            back = [invertOperation(operation, now) ?? operation, ...back]
            now = applyOperation(now, operation) ?? now
          }
          expect(now).toEqual(transcript)
          expect(back.reduce((is, operation) => applyOperation(is, operation) ?? is, now)).toEqual(text.transcript)
        }
      }),
    )
  })
})

it('counts a replaced word once, and a moved border not at all', () => {
  const [first, second] = TALK.segments
  const joined = { ...TALK, segments: [segmentOf([...(first?.words ?? []), ...(second?.words ?? [])])] }

  expect(countChangedWords(TALK, applyOperation(TALK, write(0, 'Добрый вечер.').operation) ?? TALK)).toBe(1)
  expect(countChangedWords(TALK, joined)).toBe(0)
})

type Row = Tops & { version: number; inverse: Operation }

/** A text with its log, as the server keeps them. */
function keep(start: Transcript) {
  const rows: Row[] = []
  let now = start
  const topsAt = (version: number): Tops => rows[version - 1] ?? { undoTop: null, redoTop: null }
  const stacked = (side: keyof Tops, version: number | null): Stacked | undefined => {
    const row = version === null ? undefined : rows[version - 1]
    return row && { version: row.version, inverse: row.inverse, below: topsAt(row.version - 1)[side] }
  }
  const next = (side: keyof Tops) => stacked(side, topsAt(rows.length)[side])
  return {
    text: () => now,
    next,
    edit: (operation: Operation) => {
      const [inverse, after] = [invertOperation(operation, now), applyOperation(now, operation)]
      if (!inverse || !after) return
      const version = rows.length + 1
      rows.push({
        version,
        inverse,
        ...topsAfter({ undo: next('undoTop'), redo: next('redoTop') }, version, { operation }),
      })
      now = after
    },
    inverses: () => rows.toReversed().map(({ inverse }) => inverse),
  }
}

type Press = Operation | 'undo' | 'redo'

const presses: fc.Arbitrary<Press[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: operations },
    { weight: 2, arbitrary: fc.constant('undo' as const) },
    { weight: 1, arbitrary: fc.constant('redo' as const) },
  ),
  { maxLength: 30 },
)

describe('the stacks', () => {
  it('bring back the recognised text byte for byte, whatever was edited, undone and redone before', () => {
    fc.assert(
      fc.property(transcripts, presses, (recognised, pressed) => {
        const text = keep(recognised)
        for (const press of pressed) {
          const operation = typeof press === 'string' ? text.next(`${press}Top`)?.inverse : press
          if (operation) text.edit(operation)
        }

        for (let top = text.next('undoTop'); top; top = text.next('undoTop')) text.edit(top.inverse)

        expect(JSON.stringify(text.text())).toBe(JSON.stringify(recognised))
      }),
    )
  })

  it('agree with two plain stacks of texts', () => {
    fc.assert(
      fc.property(transcripts, presses, (recognised, pressed) => {
        const text = keep(recognised)
        let [undo, redo]: [Transcript[], Transcript[]] = [[], []]
        for (const press of pressed) {
          const before = text.text()
          const operation = typeof press === 'string' ? text.next(`${press}Top`)?.inverse : press
          const expected = press === 'undo' ? undo.at(-1) : press === 'redo' ? redo.at(-1) : undefined
          expect(typeof press === 'string' && operation === undefined).toBe(
            typeof press === 'string' && expected === undefined,
          )
          if (!operation || !invertOperation(operation, before)) continue
          // An edit that happens to equal an undo is one.
          const isUndo = isEqual(operation, text.next('undoTop')?.inverse)
          const isRedo = !isUndo && isEqual(operation, text.next('redoTop')?.inverse)
          text.edit(operation)
          if (isUndo) [undo, redo] = [undo.slice(0, -1), [...redo, before]]
          else if (isRedo) [undo, redo] = [[...undo, before], redo.slice(0, -1)]
          else [undo, redo] = [[...undo, before], []]
          expect(text.text()).toEqual(expected ?? text.text())
        }
      }),
    )
  })

  it('lose nothing if an undo was changed on its way: it is an edit like any other', () => {
    const text = keep({ segments: [], speakers: [] })
    const named = (name: string): Operation => ({ kind: 'nameSpeaker', speaker: { speakerId: 0, name } })
    text.edit(named('Anna'))
    const top = text.next('undoTop')
    text.edit(named('Iya'))

    text.edit(top?.inverse ?? named(''))

    expect(text.next('undoTop')).toMatchObject({ version: 3, below: 2 })
    expect(text.next('redoTop')).toBeUndefined()
  })
})

it('takes a return to the version before the last edit for an edit of its own', () => {
  const inverse: Operation = { kind: 'nameSpeaker', speaker: { speakerId: 0, name: 'Anna' } }
  const undo = { version: 4, inverse, below: 3 }

  expect(topsAfter({ undo }, 5, { operation: inverse })).toEqual({ undoTop: 3, redoTop: 5 })
  expect(topsAfter({ undo }, 5, { operation: inverse, source: 'restore' })).toEqual({ undoTop: 5, redoTop: null })
})

it('undoes the edits of one step together, the last one first', () => {
  const inverseOf = (name: string): Operation => ({ kind: 'nameSpeaker', speaker: { speakerId: 0, name } })
  const edits = [
    { step: 'b', inverse: inverseOf('4') },
    { step: 'b', inverse: inverseOf('3') },
    { step: null, inverse: inverseOf('2') },
    { step: null, inverse: inverseOf('1') },
  ]

  expect(stackedSteps(edits).map(({ operations: all }) => all.length)).toEqual([2, 1, 1])
  expect(stackedSteps(edits)[0]?.operations).toEqual([inverseOf('4'), inverseOf('3')])
})

const isEqual = (one: Operation, other: Operation | undefined) => JSON.stringify(one) === JSON.stringify(other)
