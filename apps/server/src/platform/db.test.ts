import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { startTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts'

import { isOutcomeUnknown } from './database-failures.ts'
import { createDb, type Db, type Limits, prepared } from './db.ts'
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

describe('a prepared statement', () => {
  it('is planned once per connection and survives a new column', async () => {
    const one = createDb(database.url, () => undefined, { connections: 1 })
    await sql`create table prepared_things (id integer)`.execute(one)
    await sql`insert into prepared_things values (1)`.execute(one)
    const read = () => sql`${prepared} select id from prepared_things where id = ${1}`.execute(one)

    await read()
    await sql`alter table prepared_things add column name text`.execute(one)

    expect((await read()).rows).toEqual([{ id: 1 }])
    const { rows } = await sql`select statement from pg_prepared_statements`.execute(one)
    expect(rows).toEqual([{ statement: '/* prepared */ select id from prepared_things where id = $1' }])
    await one.destroy()
  })
})

describe('a connection through a pooler', () => {
  it('leaves nothing in the session, which is not its own: no prepared statement and no setting', async () => {
    const pooled = createDb(database.url, () => undefined, { connections: 1, isPooled: true })

    const read = await sql`${prepared} select 1 as one where 1 = ${1}`.execute(pooled)

    expect(read.rows).toEqual([{ one: 1 }])
    const { rows } = await sql`
      select (select count(*)::int from pg_prepared_statements) as statements,
        (select count(*)::int from pg_settings where source = 'client' and name like '%timeout') as timeouts`.execute(
      pooled,
    )
    expect(rows).toEqual([{ statements: 0, timeouts: 0 }])
    await pooled.destroy()
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

describe('a network or a server that fails', () => {
  let proxy: TcpProxy
  let through: Db
  const limits = { connectionTimeoutMillis: 1000, query_timeout: 1000 }

  beforeAll(async () => {
    proxy = await startTcpProxy(database.url)
    through = createDb(proxy.url, () => undefined, { connections: 1, limits })
    await sql`create table changes (id integer)`.execute(db)
  })
  afterAll(async () => {
    await through.destroy()
    await proxy.close()
  })

  const ping = (on: Db) => sql`select 1 as one`.execute(on)
  const change = (on: Db) => sql`insert into changes values (1)`.execute(on)
  const pidOf = async (on: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  const inTransaction = (work: (tx: Db) => Promise<unknown>) => through.transaction().execute(work)

  const withFresh = async (work: (on: Db) => Promise<unknown>) => {
    const fresh = createDb(proxy.url, () => undefined, { limits })
    try {
      return await work(fresh)
    } finally {
      await fresh.destroy()
    }
  }

  const faults: Record<string, { fail: () => Promise<unknown>; isUnknown: boolean }> = {
    'closes a new connection at once': { fail: () => (proxy.refuse(), withFresh(change)), isUnknown: false },
    'is silent to a new connection': { fail: () => (proxy.stall(), withFresh(change)), isUnknown: false },
    'has no connection left in the pool': {
      fail: () => inTransaction(() => change(through)),
      isUnknown: false,
    },
    'is silent during a read': {
      fail: async () => {
        await ping(through)
        proxy.stall()
        await ping(through)
      },
      isUnknown: false,
    },
    'is silent during a change': {
      fail: async () => {
        await ping(through)
        proxy.stall()
        await change(through)
      },
      isUnknown: true,
    },
    'closes the connection in a transaction': {
      fail: () => inTransaction(async (tx) => (await change(tx), proxy.cut(), change(tx))),
      isUnknown: false,
    },
    'closes the connection instead of confirming a commit': {
      fail: () => inTransaction(async (tx) => (await change(tx), proxy.cutAfter('commit\0'))),
      isUnknown: true,
    },
    'closes the connection instead of beginning a transaction': {
      fail: async () => {
        await ping(through)
        proxy.cutAfter('begin\0')
        await inTransaction(change)
      },
      isUnknown: false,
    },
    'terminates the session': {
      fail: () =>
        inTransaction(async (tx) => {
          await sql`select pg_terminate_backend(${await pidOf(tx)})`.execute(db)
          await change(tx)
        }),
      isUnknown: false,
    },
    'takes no writes': {
      fail: () =>
        inTransaction(async (tx) => {
          await sql`set transaction read only`.execute(tx)
          await change(tx)
        }),
      isUnknown: false,
    },
  }

  const recovered = { timeout: 30_000 }

  it.each(Object.entries(faults))(
    'fails with a transient error that tells whether a change may have happened: it %s',
    async (_, fault) => {
      proxy.heal()
      await expect.poll(() => ping(through).then(() => true, () => false), recovered).toBe(true) // prettier-ignore

      const error: unknown = await fault.fail().catch((reason: unknown) => reason)

      expect(error).toSatisfy(isTransient)
      expect(isOutcomeUnknown(error)).toBe(fault.isUnknown)
      proxy.heal()
      proxy.cut()
      await expect.poll(() => ping(through).then(({ rows }) => rows, () => []), recovered).toEqual([{ one: 1 }]) // prettier-ignore
    },
  )

  it('drops a connection that takes no writes, so that the next may lead to the leader', async () => {
    proxy.heal()
    await sql`set default_transaction_read_only = on`.execute(through)
    const before = await pidOf(through)

    const error: unknown = await change(through).catch((reason: unknown) => reason)

    expect(error).toMatchObject({ code: '25006' })
    expect(await pidOf(through)).not.toBe(before)
  })
})
