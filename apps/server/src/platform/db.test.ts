import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'

import { createDb, type Db } from './db.ts'
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

describe('a server that cuts a connection in use', () => {
  it('fails what it was used for, which may go well in a moment, and nothing else', async () => {
    const used = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
      await sql`select 1`.execute(tx)
    })

    const error: unknown = await used.catch((reason: unknown) => reason)
    expect(error).toSatisfy(isTransient)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })
})
