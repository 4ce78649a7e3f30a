import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { readScript, startProcessing, textOf, uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { recording, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

let test: TestApp
let owner: Caller
const workers: TestWorker[] = []

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.kill('SIGKILL'))))
afterAll(() => test.close())

/** About a minute and a half of real speech: several chunks. */
function longRecording(): Buffer {
  const clips = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
  return toWav(Buffer.concat(clips.map((clip) => wavSamples(recording(`voxforge_ru/ru_${clip}.wav`)))))
}

async function newWorker(): Promise<TestWorker> {
  const worker = await startWorker(test.config)
  workers.push(worker)
  return worker
}

function chunksOf(processId: string) {
  return test.ctx.db
    .selectFrom('tasks')
    .selectAll()
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .orderBy('index')
    .execute()
}

async function startLong(content: Buffer) {
  const scriptId = await uploadRecording(owner, content)
  return { scriptId, processId: await startProcessing(owner, scriptId) }
}

/** Waits until one chunk is done and another one is being recognised. */
function midway(processId: string) {
  return vi.waitFor(
    async () => {
      const chunks = await chunksOf(processId)
      expect(chunks.some((chunk) => chunk.doneAt !== null)).toBe(true)
      expect(chunks.some((chunk) => chunk.doneAt === null && chunk.attempts === 1)).toBe(true)
      return chunks
    },
    { timeout: 90_000, interval: 20 },
  )
}

describe('a worker asked to stop by SIGTERM', () => {
  it('finishes its current chunk and leaves the rest to the next worker', async () => {
    const worker = await newWorker()
    const { scriptId, processId } = await startLong(longRecording())
    await midway(processId)

    await worker.kill('SIGTERM')
    await newWorker()
    await watchToEnd(owner, scriptId)

    expect(worker.process.exitCode).toBe(0)
    expect((await chunksOf(processId)).map((chunk) => chunk.attempts)).toEqual((await chunksOf(processId)).map(() => 1))
  })
})

describe('a worker killed by SIGKILL while it recognises a chunk', () => {
  it('is replaced by another, which repeats no finished chunk and produces the same text', async () => {
    const content = longRecording()
    const first = await newWorker()
    const { scriptId: undisturbed } = await startLong(content)
    await watchToEnd(owner, undisturbed)

    const { scriptId: disturbed, processId } = await startLong(content)
    const before = await midway(processId)
    await first.kill('SIGKILL')
    await newWorker()
    const seen = await watchToEnd(owner, disturbed)

    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    const after = await chunksOf(processId)
    expect(after.length).toBeGreaterThanOrEqual(2)
    for (const { index } of before.filter((chunk) => chunk.doneAt !== null)) expect(after[index]?.attempts).toBe(1)
    const interrupted = before.find((chunk) => chunk.doneAt === null && chunk.attempts === 1)
    expect(after[interrupted?.index ?? -1]?.attempts).toBe(2)
    expect(textOf(await readScript(owner, disturbed))).toBe(textOf(await readScript(owner, undisturbed)))
    expect(textOf(await readScript(owner, undisturbed)).length).toBeGreaterThan(300)
  })

  it('does not leave its recognisers running', async () => {
    const worker = await newWorker()
    const children = await childrenOf(worker.process.pid ?? 0)
    expect(children.length).toBeGreaterThan(0)

    await worker.kill('SIGKILL')

    await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), { timeout: 10_000 })
  })
})

async function childrenOf(pid: number): Promise<number[]> {
  const { readFile } = await import('node:fs/promises')
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.trim().split(/\s+/).filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
