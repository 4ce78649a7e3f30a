import type { Operation } from '@doslovno/contract/editing.ts'
import { applyOperation } from '@doslovno/domain/editing/operations.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { listSegments } from './repo.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterAll(() => test.close())

const edit = (id: string, version: number, operation: Operation) =>
  owner.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload: { version, operation } })

it('300 splits and merges at one place are all stored, in order', async () => {
  const { db } = test.ctx
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 300, maxLength: 300 }), async (choices) => {
      const words = Array.from({ length: 400 }, (_, n) => `слово${n}`).join(' ')
      const id = await addScript(test, owner.userId ?? '', ['Начало.', words, 'Конец.'])
      const recognised = await listSegments(db, id)
      let segments: readonly (typeof recognised)[number][] = recognised
      let at = 1
      for (const [version, choice] of choices.entries()) {
        // One of ten joins two segments; the others split the last part of the passage again.
        const isSplit = choice > 0 || at === 1
        const operation: Operation = isSplit
          ? { kind: 'splitSegment', at, word: 1 }
          : { kind: 'editText', at: at - 1, count: 2, text: segments.slice(at - 1, at + 1).map(({ text }) => text).join(' ') } // prettier-ignore
        const after = applyOperation({ segments, speakers: [] }, operation)
        expect((await edit(id, version, operation)).statusCode).toBe(200)
        segments = after?.segments ?? []
        at = Math.min(at + 1, segments.length - 2)
      }

      expect(await listSegments(db, id)).toEqual(segments)
    }),
    { numRuns: 1, seed: 20_261_119, endOnFailure: true },
  )
})
