import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { createDb } from '#platform/db.ts'
import { type OwnRedis, startOwnRedis } from '#test/own-redis.ts'
import { addScript } from '#test/recordings/library.ts'
import { type SilentServer, startSilentServer } from '#test/silent-server.ts'
import { type Caller, createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

import { startOps } from './platform/process/ops.ts'
import { createReadiness } from './platform/process/readiness.ts'

describe('while Redis is frozen', () => {
  let redis: OwnRedis
  let test: TestApp

  beforeAll(async () => {
    redis = await startOwnRedis()
    test = await createTestApp({ rateLimits: { redisUrl: redis.url, factor: 1 } })
  })
  afterEach(() => redis.thaw())
  afterAll(async () => {
    await test.close()
    await redis.stop()
  })

  it('sign-in, renewal and reading work, and one call of many waits for it', async () => {
    const { id, email } = await test.createUser()
    const script = await addScript(test, id, ['Слова.'], { isPublic: true })
    await test.app.inject({ url: '/api/account/tariffs' })
    redis.freeze()

    const began = Date.now()
    const first = await test.app.inject({ url: `/api/scripts/${script}` })
    const firstMs = Date.now() - began
    const login = await test.app.inject({
      method: 'POST',
      url: '/api/account/login',
      payload: { email, password: PASSWORD },
    })
    const { refreshToken } = login.json<{ refreshToken: string }>()
    const renewal = await test.app.inject({
      method: 'POST',
      url: '/api/account/update-token',
      payload: { refreshToken },
    })
    const rest = []
    for (let n = 0; n < 30; n++) rest.push((await test.app.inject({ url: `/api/scripts/${script}` })).statusCode)
    const restMs = Date.now() - began - firstMs

    expect([first.statusCode, login.statusCode, renewal.statusCode]).toEqual([200, 200, 200])
    expect(new Set(rest)).toEqual(new Set([200]))
    // If every call waited as the first did, this would be at least 32 times as long.
    expect(restMs).toBeLessThan(firstMs * 25)
  })

  it('rate limits still refuse, counted in memory', async () => {
    redis.freeze()
    const guess = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/account/login',
        payload: { email: 'nobody@example.ru', password: 'Wrong-pass-1' },
      })

    const statuses = []
    for (let n = 0; n < 8; n++) statuses.push((await guess()).statusCode)

    expect(statuses.slice(0, 5)).toEqual([400, 400, 400, 400, 400])
    expect(statuses.slice(5)).toEqual([429, 429, 429])
  })
})

describe('while the storage is silent', () => {
  let silent: SilentServer
  let test: TestApp
  let owner: Caller

  beforeAll(async () => {
    silent = await startSilentServer()
    const { storage } = readConfig({ ...process.env, MODELS_DIR: 'none' })
    test = await createTestApp({ storage: { ...storage, endpoint: silent.url } })
    owner = await test.signIn()
  })
  afterAll(async () => {
    await silent.close()
    await test.close()
  })

  it('the API is ready and shows texts; a worker is not ready', async () => {
    const script = await addScript(test, owner.userId ?? '', ['Слова.'])
    const [api, worker] = [createReadiness(test.ctx.probe), createReadiness(test.ctx.probe, test.ctx.storage)]
    const ops = await Promise.all([api, worker].map(({ isReady }) => startOps({ host: '127.0.0.1', port: 0, isReady })))

    const ready = await Promise.all(
      ops.map(async ({ port }) => (await fetch(`http://127.0.0.1:${port}/readyz`)).status),
    )
    const read = await owner.call({ url: `/api/scripts/${script}` })

    expect(ready).toEqual([200, 503])
    expect(read.statusCode).toBe(200)
    for (const server of ops) await server.close()
  })
})

describe('a request that loses its database connection', () => {
  it('answers 503 with the time to wait', async () => {
    const test = await createTestApp()
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '')
    const { db } = test.ctx

    const reply = await db.transaction().execute(async (tx) => {
      await sql`select 1 from scripts where id = ${id} for update`.execute(tx)
      const sharing = owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag: true } })
      await vi.waitFor(async () => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows).toHaveLength(1)
      })
      return sharing
    })

    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('5')
    expect(reply.json()).toMatchObject({ code: 'notAvailable' })
    await test.close()
  })

  it('answers 503 with the time to wait when all connections are taken', async () => {
    const test = await createTestApp()
    const busy = Array.from({ length: 10 }, () => sql`select pg_sleep(50)`.execute(test.ctx.db).catch(() => undefined))

    const reply = await test.app.inject({ url: '/api/account/tariffs' })

    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    const other = createDb(test.config.databaseUrl, () => undefined)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep%' and pid <> pg_backend_pid()`.execute(other)
    await Promise.all(busy)
    await other.destroy()
    await test.close()
  })
})

it('a search corrects ten misspelt words on the connections of one request', async () => {
  const test = await createTestApp()
  const owner = await test.signIn()
  const words = [
    'берёза',
    'сосна',
    'деревья',
    'планёрка',
    'интервью',
    'лесник',
    'полезный',
    'надежда',
    'говорить',
    'утро',
  ]
  await addScript(test, owner.userId ?? '', [words.join(' ')])
  const misspelt = words.map((word) => `${word.slice(0, -2)}ъ${word.slice(-1)}`).join(' ')

  await owner.call({ url: `/api/scripts/search?search=${encodeURIComponent(misspelt)}` })

  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name <> 'pgboss'`.execute(test.ctx.db)
  expect(rows[0]?.count).toBeLessThan(4)
  await test.close()
})
