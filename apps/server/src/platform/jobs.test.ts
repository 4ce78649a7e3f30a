import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'

import { createDb, type Db } from './db.ts'
import { AppError } from './errors.ts'
import { defineJob, type JobHandler, type Jobs, migrateJobs, startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const greet = defineJob({
  name: 'test.greet',
  payload: z.object({ name: z.string() }),
  attempts: 2,
  timeoutSeconds: 30,
  concurrency: 2,
})

const log = createLog('silent', 'test')
let database: TestDatabase
let db: Db
const started: Jobs[] = []

beforeAll(async () => {
  database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  db = createDb(database.url, () => undefined)
  await migrateJobs(database.url, [greet])
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

async function work(handler: JobHandler<object, typeof greet>): Promise<Jobs> {
  const jobs = await start('work')
  await jobs.work({
    ctx: {},
    jobs: [greet],
    handlers: { [greet.name]: handler as JobHandler<object, never> },
    slots: 1,
  })
  return jobs
}

describe('a job', () => {
  it('exists if and only if the transaction of its cause was committed', async () => {
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

  it('is picked up at once, not at the next poll', async () => {
    const pickedUp: number[] = []
    const jobs = await work({ run: async () => void pickedUp.push(performance.now()) })
    const waits: number[] = []
    for (let n = 0; n < 6; n++) {
      const sent = performance.now()
      await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'now' }]))
      await vi.waitFor(() => expect(pickedUp).toHaveLength(n + 1), { timeout: 5000, interval: 5 })
      waits.push((pickedUp[n] ?? Infinity) - sent)
    }

    // The first proves that the worker listens; of the rest a busy machine may delay one or two.
    const median = waits.slice(1).toSorted((a, b) => a - b)[2]
    expect(median).toBeLessThan(300)
  })

  it('that fails is tried again, and given up once when no try is left', { timeout: 30_000 }, async () => {
    let tries = 0
    const given: string[] = []
    const jobs = await work({
      run: async () => {
        tries++
        throw new Error('the network is down')
      },
      giveUp: async (_ctx, { name }, failure) => void given.push(`${name}: ${failure.code}`),
    })

    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'unlucky' }]))

    await vi.waitFor(() => expect(given).toEqual(['unlucky: processingFailed']), { timeout: 25_000 })
    expect(tries).toBe(2)
  })

  it('that fails for good is given up at once, with its reason', async () => {
    let tries = 0
    const given: string[] = []
    const jobs = await work({
      run: async () => {
        tries++
        throw new AppError('noAudioStream')
      },
      giveUp: async (_ctx, _payload, failure) => void given.push(failure.code),
    })

    await db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 'silent' }]))

    await vi.waitFor(() => expect(given).toEqual(['noAudioStream']), { timeout: 10_000 })
    expect(tries).toBe(1)
  })

  it('with a payload of the wrong shape is refused where it is sent', async () => {
    const jobs = await start('send')

    const sent = db.transaction().execute((tx) => jobs.enqueue(tx, greet, [{ name: 7 as never }]))

    await expect(sent).rejects.toThrow(z.ZodError)
  })

  it('without a handler keeps a worker from starting', async () => {
    const jobs = await start('work')

    await expect(jobs.work({ ctx: {}, jobs: [greet], handlers: {}, slots: 1 })).rejects.toThrow(
      'No handler for the job test.greet',
    )
  })
})
