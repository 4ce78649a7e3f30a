import { randomUUID } from 'node:crypto'

import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { createDb } from '#platform/db.ts'
import { createReadiness } from '#platform/process/readiness.ts'
import { multipartFile } from '#test/recordings/multipart.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { startTcpProxy, type TcpProxy } from '#test/tcp-proxy.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const PRO = 3
const FILE = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }

let proxy: TcpProxy
let test: TestApp
let owner: Caller

beforeAll(async () => {
  proxy = await startTcpProxy(process.env.DATABASE_URL ?? '')
  vi.stubEnv('DATABASE_URL', proxy.url)
  test = await createTestApp()
  owner = await test.signIn({ tariffId: PRO })
})
afterEach(() => proxy.heal())
afterAll(async () => {
  await test.close()
  await proxy.close()
  vi.unstubAllEnvs()
})

const read = () => owner.call({ url: '/api/scripts' })
const open = (key = randomUUID()) =>
  owner.call({ method: 'POST', url: '/api/uploads', payload: FILE, headers: { 'idempotency-key': key } })
async function countUploads(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from uploads`.execute(test.ctx.db)
  return rows[0]?.count ?? 0
}

const unavailable = { statusCode: 503, retryAfter: '5', code: 'notAvailable' }
const seen = ({ statusCode, headers, json }: Awaited<ReturnType<typeof read>>) => ({
  statusCode,
  retryAfter: headers['retry-after'],
  code: json<{ code: string }>().code,
})

describe('while no leader answers', () => {
  it.each([
    ['a read', read],
    ['a change', open],
  ])('%s is answered by 503 with the time to come again', async (_, call) => {
    proxy.refuse()

    expect(seen(await call())).toEqual(unavailable)
  })

  it('a call whose connection is cut in the middle is answered the same', async () => {
    proxy.cutAfter('insert into')

    expect(seen(await open())).toEqual(unavailable)
  })
})

describe('while the leader takes no writes', () => {
  beforeAll(() => setReadOnly('on'))
  afterAll(() => setReadOnly('off'))

  it('a change is answered by 503, and reads go on', async () => {
    expect(seen(await open())).toEqual(unavailable)
    expect((await read()).statusCode).toBe(200)
  })

  it('the process stays ready', async () => {
    expect(await createReadiness(test.ctx.probe).isReady()).toBe(true)
  })
})

describe('a commit whose confirmation is lost', () => {
  const AFTER_MINUTES = [1 / 6, 4, 6, 23 * 60]
  const WAVE = multipartFile(toWav(Buffer.alloc(100)), 'a.wav', 'audio/wav')
  const LINK = { url: 'https://example.ru/a.mp3' }
  const HOOK = { url: 'https://example.ru/hook', events: ['script.completed'] }
  /** The call, the table of its effect, and which of its commits is the effect's. */
  const CALLS: [string, { url: string; table: string; commit: number; body: InjectOptions }][] = [
    ['an upload', { url: '/api/uploads', table: 'uploads', commit: 2, body: { payload: FILE } }],
    ['a file', { url: '/api/scripts/upload', table: 'scripts', commit: 2, body: WAVE }],
    ['a link', { url: '/api/scripts/upload-by-link', table: 'link_downloads', commit: 2, body: { payload: LINK } }],
    ['a webhook', { url: '/api/webhooks', table: 'webhook_endpoints', commit: 1, body: { payload: HOOK } }],
    ['a folder', { url: '/api/folders', table: 'folders', commit: 1, body: { payload: { name: 'Лес' } } }],
  ]

  afterEach(() => {
    test.clock.now = new Date()
  })

  it.each(CALLS)('is answered by 503, and its repeats get the one thing that was made: %s', async (_, made) => {
    const { url, table, commit, body } = made
    const person = await test.signIn({ tariffId: PRO })
    const key = randomUUID()
    const send = (caller: Caller) =>
      caller.call({ ...body, method: 'POST', url, headers: { ...body.headers, 'idempotency-key': key } })
    const start = new Date()
    test.clock.now = start
    proxy.cutAfter('commit\0', commit)

    const lost = await send(person)
    proxy.heal()
    const repeats = []
    for (const minutes of AFTER_MINUTES) {
      test.clock.now = new Date(start.getTime() + minutes * 60_000)
      repeats.push(await send(await test.signInAs(person.userId ?? '')))
    }

    const { rows } = await sql`select 1 from ${sql.table(table)} where user_id = ${person.userId}`.execute(test.ctx.db)
    expect(seen(lost)).toEqual(unavailable)
    expect(repeats.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(repeats.map((repeat) => repeat.body)).size).toBe(1)
    expect(rows).toHaveLength(1)
  })

  it('frees its key at once where nothing can have happened', async () => {
    const key = randomUUID()
    const before = await countUploads()
    proxy.cutAfter('insert into "uploads"')

    const lost = await open(key)
    proxy.heal()
    const repeat = await open(key)

    expect(seen(lost)).toEqual(unavailable)
    expect(repeat.statusCode).toBe(200)
    expect(await countUploads()).toBe(before + 1)
  })
})

/** For connections made from now on. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const url = new URL(test.config.databaseUrl)
  const admin = createDb(Object.assign(new URL(url), { pathname: '/postgres' }).href, () => undefined, {
    connections: 1,
  })
  await sql`alter database ${sql.id(url.pathname.slice(1))} set default_transaction_read_only = ${sql.lit(value)}`.execute(
    admin,
  )
  await admin.destroy()
  proxy.cut()
  await vi.waitFor(async () => expect((await read()).statusCode).toBe(200), { timeout: 30_000 })
}
