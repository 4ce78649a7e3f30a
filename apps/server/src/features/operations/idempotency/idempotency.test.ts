import { randomUUID } from 'node:crypto'

import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { multipartFile } from '#test/recordings/multipart.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { claimKey } from './repo.ts'

const PRO = 3
const START = new Date('2027-03-01T10:00:00Z')
const FILE = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }

let test: TestApp
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  test.clock.now = START
  owner = await test.signIn({ tariffId: PRO })
})

const later = (minutes: number) => {
  test.clock.now = new Date(START.getTime() + minutes * 60_000)
}

/** Opens an upload: the simplest thing that a call creates. */
function open(key: string, payload: object = FILE, caller: Caller = owner) {
  return caller.call({ method: 'POST', url: '/api/uploads', payload, headers: { 'idempotency-key': key } })
}
const idOf = (reply: Awaited<ReturnType<typeof open>>) => reply.json<{ upload: { id: string } }>().upload.id

async function countUploads(caller: Caller = owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from uploads where user_id = ${caller.userId}`.execute(test.ctx.db)
  return rows[0]?.count ?? 0
}

describe('a request with an idempotency key', () => {
  it('is run once: a repeat gets the first reply, marked as such', async () => {
    const key = randomUUID()

    const [first, repeat] = [await open(key), await open(key)]

    expect([first.statusCode, repeat.statusCode]).toEqual([200, 200])
    expect(repeat.json()).toEqual(first.json())
    expect(first.headers).not.toHaveProperty('idempotent-replayed')
    expect(repeat.headers['idempotent-replayed']).toBe('true')
    expect(await countUploads()).toBe(1)
  })

  it('creates one thing out of 20 parallel requests', async () => {
    const key = randomUUID()

    const replies = await Promise.all(Array.from({ length: 20 }, () => open(key)))

    const kinds = new Set(replies.map(({ statusCode }) => statusCode))
    expect([...kinds].filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(
      replies.filter(({ headers, statusCode }) => statusCode === 200 && !headers['idempotent-replayed']),
    ).toHaveLength(1)
    expect(new Set(replies.filter(({ statusCode }) => statusCode === 200).map(idOf)).size).toBe(1)
    expect(await countUploads()).toBe(1)
  })

  it('is refused while the first one runs, with the time to come again', async () => {
    const key = randomUUID()
    const first = await open(key)
    await sql`update idempotency_keys set reply = null where key = ${key}`.execute(test.ctx.db)

    const second = await open(key)

    expect(first.statusCode).toBe(200)
    expect([second.statusCode, second.json<{ code: string }>().code]).toEqual([409, 'keyInUse'])
    expect(second.headers['retry-after']).toBe('1')
  })

  it.each([
    ['another input', () => open('same', { ...FILE, size: 145 })],
    ['another call', () => post('/api/scripts/upload-by-link', 'same', { url: 'https://example.ru/a.mp3' })],
  ])('is refused if its key was used for %s', async (_case, repeat) => {
    await open('same')

    const reply = await repeat()

    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, 'keyReused'])
  })

  it('has its key back when it failed', async () => {
    const key = randomUUID()

    const tooBig = await open(key, { ...FILE, size: 1e12 })
    const right = await open(key)

    expect([tooBig.statusCode, right.statusCode]).toEqual([413, 200])
  })

  it('has its key back some minutes after its process died, not before', async () => {
    const key = randomUUID()
    const claim = { userId: owner.userId ?? '', key, endpoint: 'POST /api/uploads', fingerprint: Buffer.from('lost') }
    await claimKey(test.ctx.db, claim, START)

    later(4)
    const early = await open(key)
    later(6)
    const late = await open(key)

    expect([early.statusCode, late.statusCode]).toEqual([422, 200])
  })

  it('may use its key anew after a day', async () => {
    const key = randomUUID()
    const first = await open(key)

    later(23 * 60)
    const sameDay = await open(key, FILE, await test.signInAs(owner.userId ?? ''))
    later(25 * 60)
    const nextDay = await open(key, FILE, await test.signInAs(owner.userId ?? ''))

    expect(idOf(sameDay)).toBe(idOf(first))
    expect(idOf(nextDay)).not.toBe(idOf(first))
  })

  it('shares its key with no other user', async () => {
    const key = randomUUID()
    const other = await test.signIn({ tariffId: PRO })

    const [one, two] = [await open(key), await open(key, FILE, other)]

    expect(idOf(two)).not.toBe(idOf(one))
  })

  it('leaves no readable reply in the database: it may hold a secret', async () => {
    const key = randomUUID()
    const id = idOf(await open(key))

    const { rows } = await sql<{ reply: Buffer }>`
      select reply from idempotency_keys where key = ${key}`.execute(test.ctx.db)

    expect(rows[0]?.reply.includes(id)).toBe(false)
  })

  it.each(['', ' ', 'a b', 'ключ', 'a'.repeat(256)])('is refused with the key %j', async (key) => {
    const reply = await open(key)

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ fields: { 'idempotency-key': { code: 'wrongFormat' } } })
  })

  it('may have a key of up to 255 visible characters', async () => {
    expect((await open('~'.repeat(255))).statusCode).toBe(200)
  })

  it('is not remembered by a call that creates nothing', async () => {
    const options: InjectOptions = { url: '/api/uploads', headers: { 'idempotency-key': 'a b' } }

    expect((await owner.call(options)).statusCode).toBe(200)
  })
})

function post(url: string, key: string, payload: object) {
  return owner.call({ method: 'POST', url, payload, headers: { 'idempotency-key': key } })
}

describe('an upload with an idempotency key', () => {
  const WAVE = toWav(Buffer.alloc(100))

  function upload(key: string, content: Buffer) {
    const { headers, payload } = multipartFile(content, 'a.wav', 'audio/wav')
    const options = { method: 'POST', url: '/api/scripts/upload', payload } as const
    return owner.call({ ...options, headers: { ...headers, 'idempotency-key': key } })
  }
  const scriptOf = (reply: Awaited<ReturnType<typeof upload>>) => reply.json<{ script: { id: string } }>().script.id

  it('is stored once, however often it is sent', async () => {
    const key = randomUUID()

    const replies = [await upload(key, WAVE), await upload(key, WAVE), await upload(key, WAVE)]

    expect(new Set(replies.map(scriptOf)).size).toBe(1)
    expect(replies.map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true', 'true'])
    expect(await countUploads()).toBe(1)
  })

  it('is another one if it has another length', async () => {
    const key = randomUUID()
    await upload(key, WAVE)

    const other = await upload(key, toWav(Buffer.alloc(200)))

    expect(other.json()).toMatchObject({ code: 'keyReused' })
  })
})
