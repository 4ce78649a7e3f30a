import type { Stage } from '@doslovno/domain/script/status.ts'
import { spreadWords } from '@doslovno/domain/transcript/spread-words.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { balanceOf, reserveSeconds } from '#features/billing/index.ts'
import type { TaskRow } from '#platform/tables.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { addProcess } from '#test/processes.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { keepResult } from './tasks/run.ts'

const BUSINESS = 4
const CHUNKS = 20
const CHUNK_SECONDS = 45
const FREE_SECONDS = 60

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** A file of a quarter of an hour whose chunks are being recognised. */
async function startFile({ userId = '' }: Caller) {
  const process = await addProcess(test, userId, { count: CHUNKS, each: { state: 'queued', attempts: 1 } })
  const hold = { userId, processId: process.id, seconds: CHUNKS * CHUNK_SECONDS, force: false, now: test.clock.now }
  await test.ctx.db.transaction().execute((tx) => reserveSeconds(tx, hold))
  await test.ctx.db.updateTable('processes').set({ stage: 'recognise' }).where('id', '=', process.id).execute()
  return process
}

function recognise(task: TaskRow): Promise<void> {
  const words = spreadWords(['Добрый', 'день.'], { start: task.startSeconds, end: task.endSeconds })
  return keepResult(test.ctx, task, { state: 'done', result: words })
}

type Draft = { data: { end: number }[]; next: number }

async function readDraft(owner: Caller, scriptId: string, from: number): Promise<Draft> {
  return (await owner.call({ url: `/api/scripts/${scriptId}/draft?from=${from}` })).json<Draft>()
}

const cancel = (owner: Caller, id: string) => owner.call({ method: 'POST', url: `/api/scripts/${id}/cancel` })

async function spentOn(processId: string): Promise<number | null> {
  const hold = test.ctx.db
    .selectFrom('reservations')
    .select(['state', 'usedSeconds'])
    .where('processId', '=', processId)
  const { state, usedSeconds } = await hold.executeTakeFirstOrThrow()
  expect(state).not.toBe('held')
  return usedSeconds
}

async function balance({ userId = '' }: Caller): Promise<number> {
  const { planSeconds, extraSeconds } = await balanceOf(test.ctx.db, userId, test.clock.now)
  return planSeconds + extraSeconds
}

describe('a cancel', () => {
  it('costs what drafts have shown beyond the first minute, wherever it comes', async () => {
    const owner = await test.signIn({ tariffId: BUSINESS })
    const moment = fc.record({ recognised: fc.integer({ min: 10, max: 99 }), polls: fc.integer({ min: 1, max: 4 }) })
    const property = fc.asyncProperty(moment, async ({ recognised, polls }) => {
      const { id, scriptId, tasks } = await startFile(owner)
      let [shownSeconds, next] = [0, 0]
      for (let poll = 1; poll <= polls; poll++) {
        const upTo = Math.round((tasks.length * recognised * poll) / polls / 100)
        for (const task of tasks.slice(next, upTo)) await recognise(task)
        const draft = await readDraft(owner, scriptId, next)
        shownSeconds = draft.data.at(-1)?.end ?? shownSeconds
        ;({ next } = draft)
      }

      await cancel(owner, scriptId)

      expect(shownSeconds).toBe(next * CHUNK_SECONDS)
      expect(await spentOn(id)).toBe(Math.max(0, shownSeconds - FREE_SECONDS))
    })

    await fc.assert(property, { numRuns: 100 })
    await assertLedgerExact(test.ctx.db, owner.userId ?? '')
  })

  it('costs nothing if no draft was read', async () => {
    const owner = await test.signIn()
    const before = await balance(owner)
    const { scriptId, tasks } = await startFile(owner)
    for (const task of tasks.slice(0, 10)) await recognise(task)

    await cancel(owner, scriptId)

    expect(await balance(owner)).toBe(before)
  })

  it('costs no part that could not be recognised', async () => {
    const owner = await test.signIn()
    const { id, scriptId, tasks } = await startFile(owner)
    for (const task of tasks.slice(0, 4)) await recognise(task)
    await test.ctx.db
      .updateTable('tasks')
      .set({ state: 'failed', result: null })
      .where('processId', '=', id)
      .where('index', '=', 1)
      .execute()
    await readDraft(owner, scriptId, 0)

    await cancel(owner, scriptId)

    expect(await spentOn(id)).toBe(3 * CHUNK_SECONDS - FREE_SECONDS)
  })

  it('leaves nothing to show if it comes before the reply to a draft', async () => {
    const owner = await test.signIn()
    const { id, scriptId, tasks } = await startFile(owner)
    for (const task of tasks.slice(0, 4)) await recognise(task)
    // As if the cancel came between the two queries of the draft.
    await test.ctx.db
      .updateTable('reservations')
      .set({ state: 'released', usedSeconds: 0, endedAt: test.clock.now })
      .where('processId', '=', id)
      .execute()

    expect(await readDraft(owner, scriptId, 0)).toMatchObject({ data: [], next: 0 })
  })

  it('is refused after five prepared files in an hour, and never while a file waits', async () => {
    const strict = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    const owner = await strict.signIn()
    const cancelOne = async (stage: Stage) => {
      const { id, scriptId } = await addProcess(strict, owner.userId ?? '', { count: 1, each: { state: 'queued' } })
      await strict.ctx.db.updateTable('processes').set({ stage }).where('id', '=', id).execute()
      return (await cancel(owner, scriptId)).statusCode
    }

    const statuses: number[] = []
    for (let count = 1; count <= 6; count++) statuses.push(await cancelOne('recognise'))

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    expect(await cancelOne('prepare')).toBe(200)
    await strict.close()
  })
})
