import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { createContext } from '#context.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from '#test/database.ts'
import { startTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts'

import { main as migrate } from './migrate.ts'

const server = process.env.DATABASE_URL ?? ''
let database: TestDatabase
let [pooler, direct]: TcpProxy[] = []

beforeEach(async () => {
  ;[pooler, direct] = [await startTcpProxy(server), await startTcpProxy(server)]
})
afterEach(async () => {
  await pooler?.close()
  await direct?.close()
  await database.drop()
})

/** Two addresses of one database. */
function env() {
  const through = (proxy?: TcpProxy) => Object.assign(new URL(proxy?.url ?? ''), { pathname: database.name }).href
  return {
    ...process.env,
    DATABASE_URL: through(pooler),
    DATABASE_DIRECT_URL: through(direct),
    MODELS_DIR: '-',
    LOG_LEVEL: 'silent',
  }
}

it('migrations take the direct address only: they hold a lock of their session', async () => {
  database = await createEmptyDatabase(server)

  await migrate(env())

  expect(pooler?.taken()).toBe(0)
  expect(direct?.taken()).toBeGreaterThan(0)
})

it.each(['send', 'work'] as const)(
  'the job engine takes the direct address, and queries the other: %s',
  async (role) => {
    database = await cloneDatabase(server)
    const ctx = await createContext(readConfig(env()), createLog('silent', 'test'), subscribers, role)
    const bySession = { pooler: pooler?.taken(), direct: direct?.taken() }

    await sql`select 1`.execute(ctx.db)

    expect(bySession).toEqual({ pooler: 0, direct: expect.any(Number) })
    expect(bySession.direct).toBeGreaterThan(0)
    expect(pooler?.taken()).toBe(1)
    await ctx.close()
  },
)
