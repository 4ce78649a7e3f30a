import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { recordPlans, scannedTables } from '#test/plans.ts'
import { addProcess } from '#test/processes.ts'
import { watchStatements } from '#test/statements.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { dispatch, repair, startDispatcher } from './dispatch.ts'
import { heartbeat, waitingProcesses } from './repo.ts'

const PRO = 3

let test: TestApp
const worker = randomUUID()

beforeEach(async () => {
  test = await createTestApp()
  await heartbeat(test.ctx.db, worker, 1)
})
afterEach(() => test.close())

/** Adds a process with `count` ready tasks. */
async function queue(userId: string, count: number, isPaid = true): Promise<string> {
  return (await addProcess(test, userId, { count, isPaid, each: { state: 'ready' } })).id
}

/** Written past the triggers, which would take minutes. */
async function addWaitingFiles(userId: string, count: number): Promise<void> {
  await test.ctx.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into processes (id, script_id, user_id, is_paid, seconds_total, tasks_ready, tasks_left, language)
      select gen_random_uuid(), gen_random_uuid(), ${userId}, true, 600, 1, 1, 'ru'
      from generate_series(1, ${count})`.execute(tx)
  })
}

const queuedTasks = async () =>
  test.ctx.db.selectFrom('tasks').select(['processId', 'index']).where('state', '=', 'queued').execute()

/** Dispatches once, then completes one queued task, as a worker with one slot would. */
async function workOnce(order: string[]): Promise<void> {
  await dispatch(test.ctx)
  for (const { processId } of await queuedTasks()) if (!order.includes(processId)) order.push(processId)
  const [first] = await test.ctx.db
    .selectFrom('tasks')
    .select(['processId', 'index'])
    .where('state', '=', 'queued')
    .where('processId', '=', order.find(Boolean) ?? '')
    .execute()
  const done = first ?? (await queuedTasks())[0]
  if (!done) return
  await test.ctx.db
    .updateTable('tasks')
    .set({ state: 'done' })
    .where('processId', '=', done.processId)
    .where('index', '=', done.index)
    .execute()
}

describe('the dispatcher', () => {
  it('gives a user fifty slots at most, and the next one theirs', async () => {
    const [tenant, other] = [await test.createUser({ tariffId: PRO }), await test.createUser({ tariffId: PRO })]
    await heartbeat(test.ctx.db, randomUUID(), 100)
    for (let file = 0; file < 3; file++) await queue(tenant.id, 40)
    await dispatch(test.ctx)
    const alone = await queuedTasks()
    const next = await queue(other.id, 10)
    await dispatch(test.ctx)

    const both = await queuedTasks()

    expect(alone).toHaveLength(50)
    expect(both).toHaveLength(60)
    expect(both.filter(({ processId }) => processId === next)).toHaveLength(10)
  })

  it('looks at few of the files of a tenant who has very many', async () => {
    const [tenant, other] = [await test.createUser({ tariffId: PRO }), await test.createUser({ tariffId: PRO })]
    await addWaitingFiles(tenant.id, 20_000)
    await queue(other.id, 1)
    await sql`vacuum analyze processes`.execute(test.ctx.db)
    const plans = recordPlans(test.config.databaseUrl, { 'auto_explain.log_analyze': '1' })

    const [plan = ''] = await plans.of(() => plans.db.transaction().execute((tx) => waitingProcesses(tx, 8)))
    await plans.close()

    const rowsRead = [...plan.matchAll(/Scan.* on processes.*\(actual .* rows=(\d+).* loops=(\d+)\)/g)]
    const most = Math.max(...rowsRead.map(([, rows, loops]) => Number(rows) * Number(loops)))
    expect(scannedTables(plan)).not.toContain('processes')
    expect(most).toBeLessThan(100)
  })

  it('is not chased by the turns that a slow one kept waiting', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const slow = Promise.withResolvers<boolean>()
    const storage = { ...test.ctx.storage, isUp: () => slow.promise }
    const dispatcher = await startDispatcher({ ...test.ctx, storage }, 1)
    const statements = watchStatements()

    vi.advanceTimersByTime(50_000)
    slow.resolve(true)
    await dispatcher.stop()

    expect(statements().filter((text) => text.includes('pg_try_advisory_xact_lock'))).toHaveLength(1)
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('queues up to twice as many tasks as the workers have slots', async () => {
    const { id } = await test.createUser()
    await queue(id, 20)

    const turns = [await dispatch(test.ctx), await dispatch(test.ctx)]
    await heartbeat(test.ctx.db, randomUUID(), 3)

    expect([...turns, await dispatch(test.ctx)]).toEqual([2, 0, 6])
  })

  it('queues nothing if no worker is alive', async () => {
    const { id } = await test.createUser()
    await queue(id, 20)
    await test.ctx.db.updateTable('workers').set({ seenAt: new Date(0) }).execute() // prettier-ignore

    expect(await dispatch(test.ctx)).toBe(0)
  })

  it('starts the only file of a user after at most two tasks of another user’s fifty files', async () => {
    const [many, one] = [await test.createUser({ tariffId: PRO }), await test.createUser({ tariffId: PRO })]
    for (let file = 0; file < 50; file++) await queue(many.id, 3)
    const order: string[] = []
    await workOnce(order)
    const file = await queue(one.id, 200)

    await workOnce(order)
    await workOnce(order)

    expect((await queuedTasks()).map(({ processId }) => processId)).toContain(file)
  })

  it('finishes the file of a free user under an endless load of paid files', async () => {
    const [paying, free] = [await test.createUser({ tariffId: PRO }), await test.createUser()]
    const file = await queue(free.id, 4, false)
    const order: string[] = []

    let turns = 0
    for (let left = 4; left > 0 && turns < 60; turns++) {
      await queue(paying.id, 1)
      await workOnce(order)
      const rows = await test.ctx.db.selectFrom('tasks').select('state').where('processId', '=', file).execute()
      left = rows.filter(({ state }) => state !== 'done').length
    }

    // The free class gets one turn in five: 20 turns, and some more until the last task ends.
    expect(turns).toBeLessThanOrEqual(30)
  })

  it('serves a long file under an endless load of shorter files of other users', async () => {
    const { id } = await test.createUser({ tariffId: PRO })
    const file = await queue(id, 240)
    // It started an hour ago, so newcomers no longer overtake it.
    const createdAt = new Date(Date.now() - 3_600_000)
    await test.ctx.db.updateTable('processes').set({ createdAt }).where('id', '=', file).execute()
    for (let newcomer = 0; newcomer < 3; newcomer++) await queue((await test.createUser({ tariffId: PRO })).id, 1)

    await dispatch(test.ctx)

    expect((await queuedTasks()).map(({ processId }) => processId)).toContain(file)
  })

  it('dispatches in only one of several concurrent calls', async () => {
    const { id } = await test.createUser()
    await queue(id, 20)

    const turns = await Promise.all(Array.from({ length: 8 }, () => dispatch(test.ctx)))

    expect(turns.reduce((sum, queued) => sum + queued, 0)).toBe(2)
    expect(await queuedTasks()).toHaveLength(2)
  })

  it('keeps no trace while tracing is off', async () => {
    const { id } = await test.createUser()
    await queue(id, 1)

    await dispatch(test.ctx)

    const { rows } = await sql<{ kept: string | null; sent: object | null }>`
      select p.trace_context as kept, j.trace_context as sent
      from processes p, pgboss.job j where j.name = 'transcription.task'`.execute(test.ctx.db)
    expect(rows).toEqual([{ kept: null, sent: null }])
  })

  it('requeues tasks that have no job, and enqueues a missing finish', async () => {
    const { id } = await test.createUser()
    const [lost, forgotten] = [await queue(id, 2), await queue(id, 1)]
    await dispatch(test.ctx)
    await sql`delete from pgboss.job where name = 'transcription.task'`.execute(test.ctx.db)
    await test.ctx.db.updateTable('processes').set({ tasksLeft: 0 }).where('id', '=', forgotten).execute() // prettier-ignore

    await repair(test.ctx)

    const { rows } = await sql<{ data: { processId: string } }>`
      select data from pgboss.job where name = 'transcription.finish'`.execute(test.ctx.db)
    expect(await queuedTasks()).toEqual([])
    expect(await dispatch(test.ctx)).toBe(2)
    expect(rows.map(({ data }) => data.processId)).toEqual([forgotten])
    expect((await queuedTasks()).map(({ processId }) => processId)).toContain(lost)
  })
})
