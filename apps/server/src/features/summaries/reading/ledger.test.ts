import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, type Db } from '#platform/db.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { addScript } from '#test/recordings/library.ts'
import { addUser } from '#test/users.ts'

import { type NewCall, reserveCall, settleCall, tokensOfReading } from './ledger-repo.ts'
import { insertReading } from './reading-repo.ts'

let database: TestDatabase
let db: Db
let call: NewCall & { readingId: string }

const now = new Date('2026-11-16T12:00:00Z')
const limits = { concurrency: 4, timeoutSeconds: 180, now }
const reserve = (changes: Partial<NewCall> = {}, at = limits) =>
  db.transaction().execute((tx) => reserveCall(tx, { ...call, ...changes }, at))
const usage = { promptTokens: 100, completionTokens: 20, isEstimated: false, costKopecks: 3 }
const done = { state: 'done', outcome: 'done', seconds: 1, usage } as const

beforeAll(async () => {
  database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  db = createDb(database.url, () => undefined)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await db.deleteFrom('llmCalls').execute()
  const { id: userId } = await addUser(db, { name: 'Test', passwordHash: '', now })
  const scriptId = await addScript({ ctx: { db } }, userId)
  const text = { scriptId, processId: randomUUID(), textVersion: 1, model: 'm', recipe: 1 }
  const readingId = await db.transaction().execute((tx) => insertReading(tx, text, 1000, now))
  call = {
    userId,
    scriptId,
    readingId,
    summaryId: null,
    purpose: 'read',
    model: 'm',
    reservedTokens: 400,
    costKopecks: 9,
  }
})

describe('the ledger of calls', () => {
  it('reserves within the budget of the reading and refuses beyond it', async () => {
    expect([await reserve(), await reserve(), await reserve()].map(({ state }) => state)).toEqual([
      'reserved',
      'reserved',
      'spent',
    ])
  })

  it('counts what was used once a call is settled, and what was reserved while nobody knows', async () => {
    const [known, unknown] = [await reserve(), await reserve()]
    if (known.state !== 'reserved' || unknown.state !== 'reserved') throw new Error('not reserved')

    await settleCall(db, known.id, done)
    await settleCall(db, unknown.id, { ...done, state: 'failed', outcome: 'timeout', usage: null })

    expect(await tokensOfReading(db, call.readingId)).toBe(120 + 400)
    expect((await reserve()).state).toBe('reserved')
  })

  it('never settles a call twice', async () => {
    const reserved = await reserve()
    if (reserved.state !== 'reserved') throw new Error('not reserved')

    await settleCall(db, reserved.id, done)
    await settleCall(db, reserved.id, { ...done, usage: { ...usage, promptTokens: 1 } })

    expect(await tokensOfReading(db, call.readingId)).toBe(120)
  })

  it('lets at most so many calls be under way, however many ask at once', async () => {
    const small = { reservedTokens: 1 }

    const states = await Promise.all(Array.from({ length: 20 }, () => reserve(small)))

    expect(states.filter(({ state }) => state === 'reserved')).toHaveLength(4)
    expect(states.filter(({ state }) => state === 'busy')).toHaveLength(16)
  })

  it('frees the slot of a call that a crashed worker left, after the timeout, but not its tokens', async () => {
    await reserve({ reservedTokens: 600 }, { ...limits, concurrency: 1 })
    const later = { ...limits, concurrency: 1, now: new Date(now.getTime() + 181_000) }

    expect((await reserve({ reservedTokens: 100 }, later)).state).toBe('reserved')
    expect((await reserve({ reservedTokens: 400 }, { ...later, concurrency: 9 })).state).toBe('spent')
  })

  it('allows three budgets per file and day', async () => {
    const text = { scriptId: call.scriptId, processId: randomUUID(), textVersion: 1, model: 'm', recipe: 1 }
    const states: string[] = []
    for (let n = 0; n < 4; n++) {
      await db.updateTable('readings').set({ status: 'error' }).execute()
      const readingId = await db.transaction().execute((tx) => insertReading(tx, text, 1000, now))
      states.push((await reserve({ readingId, reservedTokens: 1000 })).state)
    }
    const tomorrow = { ...limits, now: new Date(now.getTime() + 24 * 3600 * 1000 + 1) }

    expect(states).toEqual(['reserved', 'reserved', 'reserved', 'spent'])
    expect((await reserve({ reservedTokens: 1000 }, tomorrow)).state).toBe('reserved')
  })

  it('leaves questions out of the budget of a reading', async () => {
    expect((await reserve({ readingId: null, reservedTokens: 9000 })).state).toBe('reserved')
  })
})
