import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { task } from '#features/transcription/jobs.ts'
import { queueAudioSeconds, queueDepth, queueOldestSeconds } from '#platform/telemetry.ts'
import { addProcess } from '#test/processes.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { startBacklogReports, type Reports } from './report.ts'

const TASK = task.name
const finish = { ...task, name: 'transcription.finish' }
const jobs = [task, finish, { ...task, name: 'recordings.inspect' }]

let test: TestApp
let reports: Reports[] = []

beforeEach(async () => {
  test = await createTestApp()
})
afterEach(async () => {
  await stopReports()
  await test.close()
})

const startReports = (everyMs?: number) => void reports.push(startBacklogReports(test.ctx, jobs, everyMs))

async function stopReports(): Promise<void> {
  await Promise.all(reports.map((report) => report.stop()))
  reports = []
}

type Gauge = typeof queueDepth | typeof queueAudioSeconds

async function valueOf(gauge: Gauge, label: string): Promise<number | undefined> {
  const { values } = await gauge.get()
  return values.find(({ labels }) => Object.values(labels).includes(label))?.value
}

/** The figures of the first report. */
async function figuresOf(job: string) {
  await stopReports()
  startReports()
  await vi.waitFor(async () => expect(await valueOf(queueDepth, job)).toBeDefined())
  return { depth: await valueOf(queueDepth, job), oldest: await valueOf(queueOldestSeconds, job) }
}

const enqueueFinishes = (count: number) =>
  test.ctx.db
    .transaction()
    .execute((tx) => test.ctx.jobs.enqueue(tx, finish, Array.from({ length: count }, () => ({ processId: randomUUID(), kind: 'prepare' as const, index: 0 })))) // prettier-ignore

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A file that was started so many minutes ago and whose first task waits. */
async function addFile(userId: string, startedMinutesAgo: number): Promise<string> {
  const { id } = await addProcess(test, userId, { count: 1, isPaid: false, each: { state: 'ready' } })
  await test.ctx.db.updateTable('processes').set({ createdAt: minutesAgo(startedMinutesAgo) }).where('id', '=', id).execute() // prettier-ignore
  return id
}

describe('jobs that wait', () => {
  it('are counted with the age of the oldest one; kinds without any have 0', async () => {
    await enqueueFinishes(3)
    await sql`update pgboss.job set start_after = now() - interval '10 minutes' where id =
      (select id from pgboss.job where name = ${finish.name} limit 1)`.execute(test.ctx.db)

    expect(await figuresOf(finish.name)).toEqual({ depth: 3, oldest: expect.closeTo(600, -2) })
    expect(await figuresOf('recordings.inspect')).toEqual({ depth: 0, oldest: 0 })
  })

  it('are not those that run, have ended or are due later', async () => {
    await enqueueFinishes(3)
    await sql`update pgboss.job set start_after = now() + interval '1 hour' where id =
      (select id from pgboss.job where name = ${finish.name} limit 1)`.execute(test.ctx.db)
    await sql`update pgboss.job set state = 'active' where id =
      (select id from pgboss.job where name = ${finish.name} and start_after <= now() limit 1)`.execute(test.ctx.db)

    expect((await figuresOf(finish.name)).depth).toBe(1)
  })
})

describe('recordings that wait', () => {
  it('are counted as tasks, with the wait of the user who has waited longest and the seconds to recognise', async () => {
    const [first, second] = [await test.createUser(), await test.createUser()]
    await addFile(first.id, 20)
    await addFile(second.id, 5)

    expect(await figuresOf(TASK)).toEqual({ depth: 2, oldest: expect.closeTo(1200, -2) })
    expect(await valueOf(queueAudioSeconds, 'free')).toBe(90)
    expect(await valueOf(queueAudioSeconds, 'paid')).toBe(0)
  })

  it('are not held to wait while another file of their owner is served', async () => {
    const { id } = await test.createUser()
    await addFile(id, 300)
    const served = await addFile(id, 301)
    await test.ctx.db.updateTable('tasks').set({ state: 'queued' }).where('processId', '=', served).execute()

    expect((await figuresOf(TASK)).oldest).toBe(0)
  })

  it('wait since the last file of their owner ended', async () => {
    const { id } = await test.createUser()
    await addFile(id, 300)
    const ended = await addFile(id, 301)
    const end = { status: 'complete', tasksReady: 0, finishedAt: minutesAgo(4) } as const
    await test.ctx.db.updateTable('processes').set(end).where('id', '=', ended).execute()

    expect((await figuresOf(TASK)).oldest).toBeCloseTo(240, -2)
  })
})

describe('of several workers', () => {
  it('one reports, and another takes over when it stops', async () => {
    const turns = () =>
      sql<{ pid: number }>`
      select pid from pg_locks where locktype = 'advisory' and objid = 7301986
        and database = (select oid from pg_database where datname = current_database())`.execute(test.ctx.db)
    startReports(50)
    await vi.waitFor(async () => expect((await turns()).rows).toHaveLength(1))
    startReports(50)

    await reports[0]?.stop()

    await vi.waitFor(async () => expect(await valueOf(queueDepth, TASK)).toBe(0))
    await vi.waitFor(async () => expect((await turns()).rows).toHaveLength(1))
  })

  it('one that stops, or has no turn, keeps no figures', async () => {
    await figuresOf(TASK)

    await stopReports()

    expect(await valueOf(queueDepth, TASK)).toBeUndefined()
  })
})
