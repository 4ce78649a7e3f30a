import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { applyOperation, invertOperation, type Operation } from '#editing/operations.ts'
import type { Transcript } from '#editing/transcript.ts'
import { operations, transcripts } from '#test/operations.ts'

import { stackedSteps, type Stacked, topsAfter, type Tops } from './undo-stacks.ts'

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
