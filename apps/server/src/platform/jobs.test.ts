import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'

import { DatabaseUnreachable } from './database-failures.ts'
import { createDb, type Db } from './db.ts'
import { AppError } from './errors.ts'
import { createAnnounce, defineEvent } from './events.ts'
import { type Job, type Jobs, type JobWork, migrateJobs, type RunnableJob, startJobs } from './jobs.ts'
import { createLog } from './log.ts'
import { deadLettersTotal } from './telemetry.ts'
import { isTransient } from './transient.ts'
import type { WorkerRole } from './worker-roles.ts'

const greet = {
  name: 'test.greet',
  role: 'text',
  payload: z.object({ name: z.string(), letterId: z.string().optional() }),
  attempts: 2,
  maxDelaySeconds: 60,
  timeoutSeconds: 30,
  concurrency: 2,
} as const

const fragile = {
  ...greet,
  name: 'test.fragile',
  attempts: 10,
  maxDelaySeconds: 1,
  blameAfter: 2,
} as const

const letter = { ...greet, name: 'test.letter' } as const
const single = { ...greet, name: 'test.single', concurrency: 1 } as const

const lines: string[] = []
const log = createLog('info', 'test', { write: (line) => void lines.push(line) })
const nothing = async () => undefined
let database: TestDatabase
let db: Db
const started: Jobs[] = []

beforeAll(async () => {
  database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  db = createDb(database.url, () => undefined)
  await migrateJobs(database.url, [greet, fragile, letter, single])
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function start(role: 'send' | 'work'): Promise<Jobs> {
  const jobs = await startJobs(database.url, log, role)
  started.push(jobs)
  return jobs
}

type Work = JobWork<object, typeof greet.payload>

async function work(
  { run, giveUp = nothing }: Pick<Work, 'run'> & Partial<Work>,
  roles: readonly WorkerRole[] = ['text'],
  job: Job = greet,
): Promise<Jobs> {
  const jobs = await start('work')
  await jobs.work({ ctx: {}, jobs: [{ ...job, run, giveUp } as RunnableJob<object>], roles, slots: 1 })
  return jobs
}

describe('a job', () => {
  it('exists if and only if its transaction was committed', async () => {
    const names: string[] = []
    const jobs = await work({ run: async (_ctx, { name }) => void names.push(name) })

    const rolledBack = db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, greet, [{ name: 'lost' }])
      throw new Error('changed my mind')
    })
    await expect(rolledBack).rejects.toThrow('changed my mind')
    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'first' }, { name: 'second' }]))

    await vi.waitFor(() => expect(names.toSorted()).toEqual(['first', 'second']), { timeout: 10_000 })
  })

  it('cannot be enqueued for want of the server: a transient failure, also on the connections of the engine', async () => {
    const proxy = await startTcpProxy(database.url)
    const jobs = await startJobs(proxy.url, log, 'send')
    started.push(jobs)
    const late = { ...greet, name: 'test.late' } as const
    await migrateJobs(database.url, [greet, fragile, letter, late])
    proxy.refuse()
    const enqueue = () => db.transaction().execute((tx) => jobs.enqueue(tx, late, [{ name: 'a' }]))

    const error: unknown = await enqueue().catch((reason: unknown) => reason)
    proxy.heal()

    expect(error).toBeInstanceOf(DatabaseUnreachable)
    await enqueue()
    await proxy.close()
  })

  it('is a bug, not an outage, if its queue does not exist', async () => {
    const jobs = await start('send')
    const unknown = { ...greet, name: 'test.unknown' } as const

    const error: unknown = await db
      .transaction()
      .execute((tx) => jobs.enqueue(tx, unknown, [{ name: 'a' }]))
      .catch((reason: unknown) => reason)

    expect(error).toBeInstanceOf(Error)
    expect(error).not.toSatisfy(isTransient)
  })

  it('is picked up immediately, without waiting for a poll', async () => {
    const pickedUp: number[] = []
    const jobs = await work({ run: async () => void pickedUp.push(performance.now()) })
    const enqueue = () => db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'now' }]))
    const waits: number[] = []
    for (let n = 0; n < 6; n++) {
      const sent = performance.now()
      await enqueue()
      await vi.waitFor(() => expect(pickedUp).toHaveLength(n + 1), { interval: 5 })
      waits.push((pickedUp[n] ?? Infinity) - sent)
    }
    const started = performance.now()
    for (let n = 0; n < 5; n++) await enqueue()
    const enqueueMs = (performance.now() - started) / 5
    // A job left in the queue would be taken by the next test.
    await vi.waitFor(() => expect(pickedUp).toHaveLength(11), { timeout: 20_000 })

    // The first job proves that the worker listens; a busy machine may delay one or two of the rest. A poll would take
    // 500 ms on average; a notification takes a few round trips to the database, as long as `enqueueMs` shows.
    const median = waits.slice(1).toSorted((a, b) => a - b)[2]
    expect(median).toBeLessThan(300 + 10 * enqueueMs)
  })

  it('waits for no poll behind others', async () => {
    const names: string[] = []
    const jobs = await work({ run: async (_ctx, { name }) => void names.push(name) })
    const payloads = Array.from({ length: 60 }, (_, index) => ({ name: String(index) }))

    const started = performance.now()
    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, payloads))
    await vi.waitFor(() => expect(names).toHaveLength(payloads.length), { timeout: 60_000 })

    // One job of each of the two slots per look would take half a minute.
    expect(performance.now() - started).toBeLessThan(25_000)
  })

  it('is found also if its notification is lost', async () => {
    const names: string[] = []
    await work({ run: async (_ctx, { name }) => void names.push(name) })

    await sql`insert into pgboss.job (name, data) values (${greet.name}, ${JSON.stringify({ name: 'lost' })})`.execute(
      db,
    )

    // The engine's own poll would come after a minute.
    await vi.waitFor(() => expect(names).toEqual(['lost']), { timeout: 40_000 })
  })

  it('is retried after a failure, and given up once when no attempts are left', async () => {
    let attempts = 0
    const givenUp: string[] = []
    const jobs = await work({
      run: async () => {
        attempts++
        throw new Error('the network is down')
      },
      giveUp: async (_ctx, { name }, failure) => void givenUp.push(`${name}: ${failure.code}`),
    })

    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'unlucky' }]))

    await vi.waitFor(() => expect(givenUp).toEqual(['unlucky: processingFailed']), { timeout: 25_000 })
    expect(attempts).toBe(2)
  })

  it('is given up immediately after a final error, with its code', async () => {
    let attempts = 0
    const givenUp: string[] = []
    const jobs = await work({
      run: async () => {
        attempts++
        throw new AppError('noAudioStream')
      },
      giveUp: async (_ctx, _payload, failure) => void givenUp.push(failure.code),
    })

    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'silent' }]))

    await vi.waitFor(() => expect(givenUp).toEqual(['noAudioStream']), { timeout: 10_000 })
    expect(attempts).toBe(1)
  })

  it('is given up after fewer attempts if no server is to blame', async () => {
    const attempts: string[] = []
    const givenUp: string[] = []
    const refused = Object.assign(new Error('the server is down'), { code: 'ECONNREFUSED' })
    const jobs = await work(
      {
        run: async (_ctx, { name }) => {
          attempts.push(name)
          const isDown = name === 'server' && attempts.filter((other) => other === name).length < 4
          if (isDown) throw refused
          if (name === 'bug') throw new Error('a bug')
        },
        giveUp: async (_ctx, { name }, failure) => void givenUp.push(`${name}: ${failure.code}`),
      },
      ['text'],
      fragile,
    )

    await db.transaction().execute((tx) => jobs.enqueue(tx, fragile, [{ name: 'bug' }, { name: 'server' }]))

    const times = (name: string) => attempts.filter((other) => other === name).length
    await vi.waitFor(() => expect([times('bug'), times('server')]).toEqual([2, 4]))
    await vi.waitFor(() => expect(givenUp).toEqual(['bug: processingFailed']))
  })

  it('is rejected when it is enqueued with an invalid payload', async () => {
    const jobs = await start('send')

    const sent = db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 7 as never }]))

    await expect(sent).rejects.toThrow(z.ZodError)
  })
})

describe('a dead letter', () => {
  const counted = async () =>
    (await deadLettersTotal.get()).values.find(({ labels }) => labels.job === letter.name)?.value

  it('is logged and counted once, without personal data, stays listed, and can be retried', async () => {
    const [letterId, otherId] = [randomUUID(), randomUUID()]
    let isDown = true
    const greeted: string[] = []
    const jobs = await work(
      {
        run: async (_ctx, { name }) => {
          if (isDown) throw Object.assign(new Error('cannot greet anna@example.ru'), { code: 'ECONNREFUSED' })
          greeted.push(name)
        },
      },
      ['text'],
      letter,
    )
    const before = (await counted()) ?? 0
    lines.length = 0
    const people = [
      { name: 'Anna', letterId },
      { name: 'Boris', letterId: otherId },
    ]
    await db.transaction().execute((tx) => jobs.enqueue(tx, letter, people))

    const isListed = async () => {
      const letters = await jobs.deadLetters(db, letter)
      expect(letters).toMatchObject([
        { ids: { letterId: expect.any(String) }, failure: 'ECONNREFUSED', isGivenUp: true },
        { ids: { letterId: expect.any(String) }, failure: 'ECONNREFUSED', isGivenUp: true },
      ])
      return letters
    }
    const letters = await vi.waitFor(isListed)
    isDown = false
    const anna = letters.find(({ ids }) => 'letterId' in ids && ids.letterId === letterId)
    const retried = await jobs.retryDeadLetters(db, letter, anna?.id)

    await vi.waitFor(() => expect(greeted).toEqual(['Anna']))
    expect(retried).toBe(1)
    expect(await jobs.deadLetters(db, letter)).toHaveLength(1)
    expect((await counted()) ?? 0).toBe(before + 2)
    const logged = lines.filter((line) => line.includes('job is out of attempts'))
    expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 50, job: letter.name },
      { level: 50 },
    ])
    expect(logged.join()).toContain(letterId)
    expect(logged.join()).not.toMatch(/Anna|anna@/)
    expect(await jobs.retryDeadLetters(db, letter)).toBe(1)
    await vi.waitFor(() => expect(greeted).toEqual(['Anna', 'Boris']))
  })
})

describe('a worker', () => {
  it('takes urgent jobs before those that have waited longer', async () => {
    const jobs = await start('send')
    const names: string[] = []
    await db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, single, [{ name: 'waiting' }])
      await jobs.enqueue(tx, single, [{ name: 'urgent' }], { isUrgent: true })
    })

    await work({ run: async (_ctx, { name }) => void names.push(name) }, ['text'], single)

    await vi.waitFor(() => expect(names).toEqual(['urgent', 'waiting']))
  })

  it('takes only the jobs of its roles', async () => {
    const names: string[] = []
    const note = (worker: string) => ({ run: async () => void names.push(worker) })
    const jobs = await work(note('mail'), ['mail', 'media'])

    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'Anna' }]))
    await work(note('text'), ['text'])

    await vi.waitFor(() => expect(names).toEqual(['text']), { timeout: 20_000 })
  })
})

describe('an event', () => {
  const arrived = defineEvent({ name: 'test.arrived', payload: z.object({ name: z.string() }) })

  it('enqueues its subscribers if and only if its transaction is committed', async () => {
    const names: string[] = []
    const jobs = await work({ run: async (_ctx, { name }) => void names.push(name) })
    const announce = createAnnounce(jobs, { [arrived.name]: [greet, greet] })

    const undone = db.transaction().execute(async (tx) => {
      await announce(tx, arrived, { name: 'Boris' })
      throw new Error('rolled back')
    })
    await expect(undone).rejects.toThrow('rolled back')
    await db.transaction().execute((tx) => announce(tx, arrived, { name: 'Anna' }))

    await vi.waitFor(() => expect(names).toEqual(['Anna', 'Anna']), { timeout: 20_000 })
  })

  it('is rejected if it is not listed among the subscribers', async () => {
    const announce = createAnnounce(await start('send'), {})

    const announced = db.transaction().execute((tx) => announce(tx, arrived, { name: 'Anna' }))

    await expect(announced).rejects.toThrow('test.arrived is not listed')
  })
})
