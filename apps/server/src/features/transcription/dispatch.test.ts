import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { addProcess } from '#test/processes.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { sayAlive } from './dispatch-repo.ts'
import { dispatch, unstick } from './dispatch.ts'

const PRO = 3

let test: TestApp
const worker = randomUUID()

beforeEach(async () => {
  test = await createTestApp()
  await sayAlive(test.ctx.db, worker, 1)
})
afterEach(() => test.close())

/** A file of somebody's, its pieces cut and ready. */
async function queue(userId: string, count: number, isPaid = true): Promise<string> {
  return (await addProcess(test, userId, { count, isPaid, each: { state: 'ready' } })).id
}

const handedOut = async () =>
  test.ctx.db.selectFrom('tasks').select(['processId', 'index']).where('state', '=', 'queued').execute()

/** A worker with one slot takes what was handed out first, does it, and the dispatcher has its turn. */
async function workOnce(order: string[]): Promise<void> {
  await dispatch(test.ctx)
  for (const { processId } of await handedOut()) if (!order.includes(processId)) order.push(processId)
  const [first] = await test.ctx.db
    .selectFrom('tasks')
    .select(['processId', 'index'])
    .where('state', '=', 'queued')
    .where('processId', '=', order.find(Boolean) ?? '')
    .execute()
  const done = first ?? (await handedOut())[0]
  if (!done) return
  await test.ctx.db
    .updateTable('tasks')
    .set({ state: 'done' })
    .where('processId', '=', done.processId)
    .where('index', '=', done.index)
    .execute()
}

describe('the dispatcher', () => {
  it('hands out twice as much as the workers can hold, and no more', async () => {
    const { id } = await test.createUser()
    await queue(id, 20)

    const turns = [await dispatch(test.ctx), await dispatch(test.ctx)]
    await sayAlive(test.ctx.db, randomUUID(), 3)

    expect([...turns, await dispatch(test.ctx)]).toEqual([2, 0, 6])
  })

  it('hands out nothing when nobody works', async () => {
    const { id } = await test.createUser()
    await queue(id, 20)
    await test.ctx.db.updateTable('workers').set({ seenAt: new Date(0) }).execute() // prettier-ignore

    expect(await dispatch(test.ctx)).toBe(0)
  })

  it('starts the one file of a user within two pieces of work of another who queued fifty', async () => {
    const [many, one] = [await test.createUser({ tariffId: PRO }), await test.createUser({ tariffId: PRO })]
    for (let file = 0; file < 50; file++) await queue(many.id, 3)
    const order: string[] = []
    await workOnce(order)
    const file = await queue(one.id, 200)

    await workOnce(order)
    await workOnce(order)

    expect((await handedOut()).map(({ processId }) => processId)).toContain(file)
  })

  it('finishes the file of a free user under a load of paying ones that never ends', async () => {
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

    // One of five, and a little while until the last is done.
    expect(turns).toBeLessThanOrEqual(30)
  })

  it('takes turns: of many at once, one hands out', async () => {
    const { id } = await test.createUser()
    await queue(id, 20)

    const turns = await Promise.all(Array.from({ length: 8 }, () => dispatch(test.ctx)))

    expect(turns.reduce((sum, handed) => sum + handed, 0)).toBe(2)
    expect(await handedOut()).toHaveLength(2)
  })

  it('takes back what the job engine has lost, and sends for the joining that was forgotten', async () => {
    const { id } = await test.createUser()
    const [lost, forgotten] = [await queue(id, 2), await queue(id, 1)]
    await dispatch(test.ctx)
    await sql`delete from pgboss.job where name = 'transcription.task'`.execute(test.ctx.db)
    await test.ctx.db.updateTable('processes').set({ tasksLeft: 0 }).where('id', '=', forgotten).execute() // prettier-ignore

    await unstick(test.ctx)

    const { rows } = await sql<{ data: { processId: string } }>`
      select data from pgboss.job where name = 'transcription.finish'`.execute(test.ctx.db)
    expect(await handedOut()).toEqual([])
    expect(await dispatch(test.ctx)).toBe(2)
    expect(rows.map(({ data }) => data.processId)).toEqual([forgotten])
    expect((await handedOut()).map(({ processId }) => processId)).toContain(lost)
  })
})
