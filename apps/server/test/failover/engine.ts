import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'
import * as z from 'zod'

import { jobs as productJobs } from '#handlers.ts'
import { createDb } from '#platform/db.ts'
import { migrateJobs, startJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { isTransient } from '#platform/transient.ts'

/** Jobs at a time. */
export const CONCURRENCY = 4
const DONE_MS = 60_000

const count = {
  name: 'proof.count',
  role: 'text',
  payload: z.object({ number: z.number(), sentAt: z.number() }),
  attempts: 10,
  maxDelaySeconds: 5,
  timeoutSeconds: 30,
  concurrency: CONCURRENCY,
} as const

export type Engine = {
  /** Median milliseconds from enqueued to picked up since a moment. */
  pickUpMs(since?: number): number
  /** Sessions that listen for new jobs. */
  listeners(): Promise<number>
  stop(): Promise<{ enqueued: number; lost: number; twice: number; unexplained: string[] }>
}

/** Ten jobs a second through the product's own job engine: enqueued in transactions, run by a worker. */
export async function startEngine(databaseUrl: string): Promise<Engine> {
  await migrateJobs(databaseUrl, [...productJobs, count])
  const log = createLog('silent', 'proof')
  const db = createDb(databaseUrl, () => undefined)
  const jobs = await startJobs(databaseUrl, log, 'work')
  const runs = new Map<number, number>()
  const picked: { at: number; ms: number }[] = []
  const enqueued: number[] = []
  const unexplained: string[] = []
  const run = async (_ctx: object, { number, sentAt }: z.output<(typeof count)['payload']>) => {
    picked.push({ at: performance.now(), ms: Date.now() - sentAt })
    runs.set(number, (runs.get(number) ?? 0) + 1)
  }
  const giveUp = async () => undefined
  await jobs.work({ ctx: {}, jobs: [{ ...count, run, giveUp }], roles: ['text'], slots: 1 })
  let isRunning = true
  const send = async () => {
    for (let number = 0; isRunning; number++) {
      const payload = { number, sentAt: Date.now() }
      try {
        await db.transaction().execute((tx) => jobs.enqueue(tx, count, [payload]))
        enqueued.push(number)
      } catch (error) {
        if (!isTransient(error)) unexplained.push(String(error))
      }
      await wait(100)
    }
  }
  const sending = send()
  return {
    pickUpMs: (since = 0) => median(picked.flatMap(({ at, ms }) => (at >= since ? [ms] : []))),
    listeners: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and (query like 'LISTEN %' or query like '%pg_listening_channels()%')
          and pid <> pg_backend_pid()`.execute(db)
      return rows[0]?.count ?? 0
    },
    stop: async () => {
      isRunning = false
      await sending
      const isDone = () => enqueued.every((number) => runs.has(number))
      for (const deadline = Date.now() + DONE_MS; !isDone() && Date.now() < deadline;) await wait(100)
      await jobs.stop()
      await db.destroy()
      return {
        enqueued: enqueued.length,
        lost: enqueued.filter((number) => !runs.has(number)).length,
        twice: [...runs.values()].filter((times) => times > 1).length,
        unexplained,
      }
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
