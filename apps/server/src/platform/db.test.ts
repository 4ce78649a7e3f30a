import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'

import { createDb, type Db, type Limits } from './db.ts'
import { isTransient } from './transient.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  db = createDb(database.url, () => undefined)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

describe('a connection', () => {
  it('fails its transaction with a transient error when the server terminates it, and no other query', async () => {
    const used = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await sql`select 1`.execute(tx)
    })

    const error: unknown = await used.catch((reason: unknown) => reason)
    expect(error).toSatisfy(isTransient)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  it('fails with a transient error when no server listens', async () => {
    const nowhere = createDb('postgres://nobody@127.0.0.1:1/none', () => undefined)

    const error: unknown = await sql`select 1`.execute(nowhere).catch((reason: unknown) => reason)

    expect(error).toSatisfy(isTransient)
    await nowhere.destroy()
  })

  it('fails with a permanent error for a statement that the server rejects', async () => {
    const error: unknown = await sql`select * from nothing_here`.execute(db).catch((reason: unknown) => reason)

    expect(error).toMatchObject({ code: '42P01' })
    expect(error).not.toSatisfy(isTransient)
  })
})

describe('a connection with time limits', () => {
  const open = (limits: Partial<Limits>) => createDb(database.url, () => undefined, { limits })

  it('ends a statement, a wait for a lock and an idle transaction with a transient error', async () => {
    const short = open({ statement_timeout: 200, lock_timeout: 100, idle_in_transaction_session_timeout: 200 })
    const locked = sql`select pg_advisory_xact_lock(1)`
    const failures = [
      sql`select pg_sleep(60)`.execute(short),
      db.transaction().execute(async (tx) => {
        await locked.execute(tx)
        await locked.execute(short)
      }),
      short.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        await sql`select pg_sleep(1)`.execute(db)
        await sql`select 1`.execute(tx)
      }),
    ]

    const reasons = await Promise.all(failures.map((failure) => failure.catch((reason: unknown) => reason)))

    for (const reason of reasons) expect(reason).toSatisfy(isTransient)
    await short.destroy()
  })

  it('drops a connection whose server is silent, and never hands it out again', async () => {
    const short = createDb(database.url, () => undefined, { connections: 1, limits: { query_timeout: 200 } })

    const reason: unknown = await sql`select pg_sleep(5)`.execute(short).catch((error: unknown) => error)

    expect(reason).toSatisfy(isTransient)
    expect((await sql`select 1 as one`.execute(short)).rows).toEqual([{ one: 1 }])
    await short.destroy()
  })
})
