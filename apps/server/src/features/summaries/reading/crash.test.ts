import { setTimeout as wait } from 'node:timers/promises'

import { speech } from '@doslovno/texts/test/speech.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { startTestLlm, type TestLlm } from '#test/llm.ts'
import { addRead, spentOn } from '#test/reading.ts'
import { read } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, startWorkerHere, type TestWorker, type WorkerHere } from '#test/worker.ts'

let llm: TestLlm
let test: TestApp
let owner: Caller
let first: TestWorker | undefined
let next: WorkerHere | undefined

beforeAll(async () => {
  llm = await startTestLlm()
  test = await createTestApp({ llm: llm.config() })
  owner = await test.signIn()
})
afterAll(async () => {
  await first?.kill('SIGKILL')
  await next?.stop()
  await test.close()
  await llm.close()
})

const settings = () => ({ ...llm.env, WORKER_ROLES: 'text' })

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(50)
}

const partsAsked = async () =>
  (await llm.calls()).flatMap(({ purpose, prompt }) => (purpose === 'read' ? [/часть (\d+) из/.exec(prompt)?.[1]] : []))

it('survives the death of its worker: at most the parts under way are asked twice, and each is charged', async () => {
  await llm.fail({ mode: 'late', times: 1000, lateMs: 150, purpose: 'read' })
  const id = await addRead(test, owner, speech(24 * 15))
  first = await startWorker(test.config, settings())
  await until(async () => (await partsAsked()).length >= 8)

  await first.kill('SIGKILL')
  next = await startWorkerHere(test.config, settings())
  await until(async () => (await read(owner, id, 'summary')).status !== 'process')

  const asked = await partsAsked()
  const { rows } = await spentOn(test, id)
  expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', missing: [] })
  expect(new Set(asked).size).toBe(24)
  expect(asked.length - 24).toBeLessThanOrEqual(2)
  // A call may be reserved and not yet sent when its worker dies.
  expect(rows.filter(({ purpose }) => purpose === 'read').length).toBeGreaterThanOrEqual(asked.length)
  expect(rows.filter(({ state }) => state === 'sent').every(({ reservedTokens }) => reservedTokens > 0)).toBe(true)
})
