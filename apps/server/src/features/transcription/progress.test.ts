import { afterAll, beforeAll, expect, it } from 'vitest'

import type { TaskRow } from '#platform/tables.ts'
import { addProcess } from '#test/processes.ts'
import { addScript } from '#test/recordings/library.ts'
import { statusOf } from '#test/recordings/pipeline.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { finishTask } from './tasks/repo.ts'

const TASKS = 150

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const endTask = (task: TaskRow) =>
  test.ctx.db.transaction().execute((tx) => finishTask(tx, task, { state: 'done', result: [], now: new Date() }))

/** A process with all of its tasks running for a minute. */
async function busyProcess(userId: string) {
  const each = { state: 'queued', cost: 1, attempts: 1, begunAt: new Date(Date.now() - 60_000) } as const
  const process = await addProcess(test, userId, { count: TASKS, each })
  await test.ctx.db
    .updateTable('processes')
    .set({ stage: 'recognise', costTotal: TASKS, recogniseStartedAt: new Date() })
    .where('id', '=', process.id)
    .execute()
  return process
}

it('the status before any process is that of the file itself, with progress 0', async () => {
  const owner = await test.signIn()
  const [fresh, broken] = [
    await addScript(test, owner.userId ?? '', [], { status: 'uploaded' }),
    await addScript(test, owner.userId ?? '', [], { status: 'error', failureCode: 'mediaBroken' }),
  ]

  const nothingYet = { progress: 0, stage: 'prepare', etaSeconds: null }
  expect(await statusOf(owner, fresh)).toEqual({ status: 'uploaded', ...nothingYet, scriptId: fresh })
  expect(await statusOf(owner, broken)).toEqual({
    status: 'error',
    ...nothingYet,
    scriptId: broken,
    error: 'MediaFile cannot proceesed',
    errorCode: 'mediaBroken',
  })
})

it('progress never goes back while tasks end', async () => {
  const owner = await test.signIn()
  const { scriptId, tasks } = await busyProcess(owner.userId ?? '')
  const seen: number[] = []
  let isOver = false

  const watching = (async () => {
    while (!isOver) seen.push((await statusOf(owner, scriptId)).progress)
  })()
  for (const task of tasks) await endTask(task)
  isOver = true
  await watching

  expect(seen.length).toBeGreaterThan(10)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})

it('the ETA relies on the speed of the process itself only until another process has completed', async () => {
  const owner = await test.signIn()
  const first = await slowProcess(owner.userId ?? '')
  const eta = async () => (await statusOf(owner, first.scriptId)).etaSeconds ?? 0

  const guessed = await eta()
  const earlier = await addProcess(test, owner.userId ?? '', { count: 1, each: { state: 'done' } })
  await test.ctx.db
    .updateTable('processes')
    .set({ status: 'complete', finishedAt: new Date(Date.now() - 3_600_000) })
    .where('id', '=', earlier.id)
    .execute()

  expect(guessed).toBeGreaterThan(1.3 * (await eta()))
})

it('the ETA counts down as tasks end', async () => {
  const owner = await test.signIn()
  const { scriptId, tasks } = await slowProcess(owner.userId ?? '')
  const eta = async () => (await statusOf(owner, scriptId)).etaSeconds ?? 0

  const atFirst = await eta()
  for (const task of tasks.slice(0, 5)) await endTask(task)

  expect(await eta()).toBeLessThan(0.7 * atFirst)
})

/** A worker took 20 s for a task of cost 10; tasks of cost 100 are waiting. */
async function slowProcess(userId: string) {
  const process = await addProcess(test, userId, { count: 10, each: { state: 'queued', cost: 10 } })
  const recogniseStartedAt = new Date(Date.now() - 20_000)
  await test.ctx.db
    .updateTable('processes')
    .set({ stage: 'recognise', costTotal: 110, costDone: 10, busySeconds: 20, recogniseStartedAt })
    .where('id', '=', process.id)
    .execute()
  return process
}
