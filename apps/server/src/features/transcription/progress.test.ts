import { afterAll, beforeAll, expect, it } from 'vitest'

import { statusOf } from '#test/pipeline.ts'
import { addProcess } from '#test/processes.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { finishTask } from './task-repo.ts'

const PIECES = 150

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** A process whose pieces are all worked at since long. */
async function busyProcess(userId: string) {
  const each = { state: 'queued', cost: 1, attempts: 1, begunAt: new Date(Date.now() - 60_000) } as const
  const process = await addProcess(test, userId, { count: PIECES, each })
  await test.ctx.db
    .updateTable('processes')
    .set({ stage: 'recognise', costTotal: PIECES, recogniseStartedAt: new Date() })
    .where('id', '=', process.id)
    .execute()
  return process
}

it('progress never goes back, whenever a piece of work ends', async () => {
  const owner = await test.signIn()
  const { scriptId, tasks } = await busyProcess(owner.userId ?? '')
  const seen: number[] = []
  let isOver = false

  const watching = (async () => {
    while (!isOver) seen.push((await statusOf(owner, scriptId)).progress)
  })()
  for (const task of tasks) {
    await test.ctx.db
      .transaction()
      .execute((tx) => finishTask(tx, task, { state: 'done', result: [], now: new Date() }))
  }
  isOver = true
  await watching

  expect(seen.length).toBeGreaterThan(10)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
})
