import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import {
  ONE_SPEAKER,
  readScript,
  startProcessing,
  textOf,
  uploadRecording,
  watchToEnd,
} from '#test/recordings/pipeline.ts'
import { longSpeech, toWav } from '#test/recordings/recordings.ts'
import { startTestSpeechServer, type TestSpeechServer } from '#test/speech-server.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, startWorkerHere, type TestWorker, type WorkerHere } from '#test/worker.ts'

let test: TestApp
let owner: Caller
let speech: TestSpeechServer
let worker: TestWorker
let next: WorkerHere | undefined

beforeAll(async () => {
  test = await createTestApp()
  speech = await startTestSpeechServer()
  owner = await test.signIn()
})
afterEach(async () => {
  await worker.kill('SIGKILL')
  await next?.stop()
  next = undefined
  await speech.reset()
})
afterAll(async () => {
  await speech.close()
  await test.close()
})

function chunksOf(processId: string) {
  return test.ctx.db
    .selectFrom('tasks')
    .selectAll()
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .orderBy('index')
    .execute()
}

async function startLong() {
  const scriptId = await uploadRecording(owner, toWav(longSpeech()))
  return { scriptId, processId: await startProcessing(owner, scriptId, ONE_SPEAKER) }
}

/** Starts a file, and waits until one chunk is done and another one is being recognised. */
async function startedMidway() {
  await speech.fail({ mode: 'late', times: 100, lateMs: 1500, minSeconds: 6 })
  const { scriptId, processId } = await startLong()
  const before = await vi.waitFor(
    async () => {
      const chunks = await chunksOf(processId)
      expect(chunks.some((chunk) => chunk.doneAt !== null)).toBe(true)
      expect(chunks.some((chunk) => chunk.doneAt === null && chunk.attempts === 1)).toBe(true)
      return chunks
    },
    { timeout: 90_000, interval: 20 },
  )
  return { scriptId, processId, before }
}

describe('a worker asked to stop by SIGTERM', () => {
  it('finishes its current chunk and leaves the rest to the next worker', async () => {
    worker = await startWorker(test.config, speech.env)
    const { scriptId, processId } = await startedMidway()

    await worker.kill('SIGTERM')
    next = await startWorkerHere(test.config, speech.env)
    await watchToEnd(owner, scriptId)

    expect(worker.process.exitCode).toBe(0)
    expect((await chunksOf(processId)).map((chunk) => chunk.attempts)).toEqual((await chunksOf(processId)).map(() => 1))
  })
})

describe('a worker killed by SIGKILL while it recognises a chunk', () => {
  it('is replaced by another, which repeats no finished chunk and produces the same text', async () => {
    worker = await startWorker(test.config, speech.env)
    const { scriptId: disturbed, processId, before } = await startedMidway()

    await worker.kill('SIGKILL')
    next = await startWorkerHere(test.config, speech.env)
    const seen = await watchToEnd(owner, disturbed)
    const { scriptId: undisturbed } = await startLong()
    await watchToEnd(owner, undisturbed)

    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    const after = await chunksOf(processId)
    expect(after.length).toBeGreaterThanOrEqual(2)
    for (const { index } of before.filter((chunk) => chunk.doneAt !== null)) expect(after[index]?.attempts).toBe(1)
    const interrupted = before.find((chunk) => chunk.doneAt === null && chunk.attempts === 1)
    expect(after[interrupted?.index ?? -1]?.attempts).toBe(2)
    expect(textOf(await readScript(owner, disturbed))).toBe(textOf(await readScript(owner, undisturbed)))
    expect(textOf(await readScript(owner, undisturbed)).length).toBeGreaterThan(300)
  })
})
