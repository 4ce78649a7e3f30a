import { describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { isSame, operationsBetween } from './difference.ts'
import { applyOperation, inBatches, type Operation } from './operations.ts'
import type { Transcript } from './transcript.ts'

const before: Transcript = {
  segments: Array.from({ length: 40 }, (_, at) => segmentOf(said(`Это предложение номер ${at}.`, at * 10), at % 2)),
  speakers: [],
}

const applied = (operations: readonly Operation[]) =>
  operations.reduce<Transcript | undefined>((now, operation) => now && applyOperation(now, operation), before)

describe('the operations between two texts', () => {
  it('carry a question of the vocabulary that was dropped', () => {
    const asked = segmentOf(said('Поедем в тоска на летом.', 0), 0)
    const maybe = { text: 'Тоскана', words: 2, termId: 'tuscany' }
    const words = asked.words.map((word, at) => (at === 2 ? { ...word, maybe } : word))
    const from: Transcript = { segments: [{ ...asked, words }], speakers: [] }

    const operations = operationsBetween(from, { ...from, segments: [asked] })

    expect(operations).toEqual([{ kind: 'restoreSegments', patches: [{ at: 0, count: 1, segments: [asked] }] }])
  })

  it('carry words only where words changed', () => {
    const to: Transcript = {
      speakers: [{ speakerId: 0, name: 'Анна' }],
      segments: before.segments.map((segment, at) =>
        at === 7 ? segmentOf(said('Другие слова.', 70), 0) : { ...segment, speaker: 0 },
      ),
    }

    const operations = operationsBetween(before, to)

    expect(operations.map(({ kind }) => kind)).toEqual(['restoreSpeakers', 'restoreSegments'])
    expect(JSON.stringify(operations).length).toBeLessThan(1500)
    expect(applied(operations)).toEqual(to)
  })

  it('are none between equal texts', () => {
    expect(operationsBetween(before, structuredClone(before))).toEqual([])
  })
})

describe('a large operation', () => {
  const size = (operation: Operation) => JSON.stringify(operation).length

  it('is sent in small batches that give the same text', () => {
    const replace: Operation = {
      kind: 'replaceMany',
      replacements: before.segments.flatMap((_, at) => [
        { at, from: 0, to: at % 3 === 0 ? (before.segments[at]?.text.length ?? 0) : 3, text: at % 3 === 0 ? '' : 'То' },
        ...(at % 3 === 0 ? [] : [{ at, from: 4, to: 15, text: 'слово' }]),
      ]),
    }
    const batches = inBatches(replace, 400)
    const after = applied([replace])
    const back = inBatches({ kind: 'restoreSegments', patches: [] }, 400)

    expect(batches.length).toBeGreaterThan(3)
    for (const batch of batches) expect(size(batch)).toBeLessThan(600)
    expect(applied(batches)).toEqual(after)
    expect(back).toEqual([])
  })

  it('is sent in batches too if it restores segments', () => {
    const patches = before.segments.flatMap((segment, at) =>
      at % 2 ? [] : [{ at, count: 1, segments: at % 4 ? [] : [segment, segment] }],
    )
    const restore: Operation = { kind: 'restoreSegments', patches }

    expect(applied(inBatches(restore, 900))).toEqual(applied([restore]))
  })
})

it('plain data is equal whatever the order of its keys', () => {
  expect(isSame({ a: [1, { b: 2, c: null }] }, { a: [1, { c: null, b: 2 }] })).toBe(true)
  expect(isSame({ a: 1 }, { a: 1, b: undefined })).toBe(false)
  expect(isSame([1, 2], [1, 3])).toBe(false)
})
