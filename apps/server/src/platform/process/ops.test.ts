import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'

import { createDb } from '#platform/db.ts'
import { beginCounters } from '#platform/telemetry.ts'

import { type Ops, startOps } from './ops.ts'

let ops: Ops | undefined
afterEach(() => ops?.close())

/** A line of /metrics, without its value. */
async function scrape(isReady: () => Promise<boolean>): Promise<Map<string, number>> {
  ops = await startOps({ host: '127.0.0.1', port: 0, isReady })
  const reply = await fetch(`http://127.0.0.1:${ops.port}/metrics`, { headers: { connection: 'close' } })
  const lines = (await reply.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

it.each([
  ['1 when ready', async () => true, 1],
  ['0 when not', async () => false, 0],
  ['0 when it cannot be told', () => Promise.reject(new Error('no database')), 0],
  ['0 when nothing answers', () => new Promise<boolean>(() => undefined), 0],
])('tells readiness as a metric: %s', async (_title, isReady, expected) => {
  const metrics = await scrape(isReady)

  expect(metrics.get('service_ready')).toBe(expected)
})

it('counts connections to the database and the queries that wait for one', async () => {
  const db = createDb(process.env.DATABASE_URL ?? '', () => undefined, { connections: 1 })
  const { promise: release, resolve } = Promise.withResolvers<void>()
  const busy = db.connection().execute(async (connection) => {
    await sql`select 1`.execute(connection)
    const waiting = sql`select 1`.execute(db)
    return { waiting, metrics: await scrape(async () => true), released: resolve() }
  })

  const { metrics, waiting } = await busy
  await Promise.all([release, waiting])
  await db.destroy()

  expect(metrics.get('db_pool_connections{state="busy"}')).toBe(1)
  expect(metrics.get('db_pool_connections{state="idle"}')).toBe(0)
  expect(metrics.get('db_pool_waiting')).toBe(1)
})

it('forgets the pool of a closed database', async () => {
  const db = createDb(process.env.DATABASE_URL ?? '', () => undefined)
  await sql`select 1`.execute(db)
  await db.destroy()

  const metrics = await scrape(async () => true)

  expect(metrics.get('db_pool_connections{state="idle"}')).toBe(0)
})

it('begins the counters of a job at 0, so that the first step is seen', async () => {
  beginCounters({ name: 'mails.send', role: 'mail' })

  const metrics = await scrape(async () => true)

  expect(metrics.get('dead_letters_total{job="mails.send"}')).toBe(0)
  expect(metrics.get('jobs_total{job="mails.send",outcome="done"}')).toBe(0)
  expect(metrics.get('mails_lost_total{job="mails.send",reason="processingFailed"}')).toBe(0)
  expect(metrics.get('payment_mismatches_total{kind="amount"}')).toBe(0)
})
