import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { freePort } from '#test/free-port.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { ONE_SPEAKER, readScript, textOf, uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { longSpeech, recording, testModelsDir, toWav } from '#test/recordings/recordings.ts'
import { startTestSpeechServer, type TestSpeechServer } from '#test/speech-server.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, startWorkerHere, type WorkerHere } from '#test/worker.ts'

const SLOTS = 4

let test: TestApp
let owner: Caller
let noModels: string
const workers: WorkerHere[] = []
const servers: TestSpeechServer[] = []

beforeAll(async () => {
  test = await createTestApp()
  noModels = mkdtempSync(join(tmpdir(), 'no-models-'))
})
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop()
  for (const server of servers.splice(0)) await server.close()
})
afterAll(async () => {
  rmSync(noModels, { recursive: true })
  await test.close()
})

async function startServer(options: Parameters<typeof startTestSpeechServer>[0] = {}): Promise<TestSpeechServer> {
  const server = await startTestSpeechServer(options)
  servers.push(server)
  return server
}

/** Settings of a worker without any model. */
const settings = (server: TestSpeechServer) => ({ ...server.env, WORKER_SLOTS: String(SLOTS), MODELS_DIR: noModels })

async function startRemoteWorker(server: TestSpeechServer, changes: Record<string, string> = {}): Promise<WorkerHere> {
  const worker = await startWorkerHere(test.config, { ...settings(server), ...changes })
  workers.push(worker)
  return worker
}

async function start(content: Buffer, options: object = ONE_SPEAKER) {
  owner = await test.signIn()
  const scriptId = await uploadRecording(owner, content)
  const reply = await owner.call({ method: 'POST', url: `/api/scripts/${scriptId}/process`, payload: options })
  return { scriptId, processId: reply.json<{ processId: string }>().processId }
}

const tasksOf = (processId: string) =>
  test.ctx.db.selectFrom('tasks').selectAll().where('processId', '=', processId).orderBy('index').execute()

const chargesOf = async (processId: string) =>
  test.ctx.db.selectFrom('reservations').selectAll().where('processId', '=', processId).execute()

async function childrenOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim()
}

/** Whether a process has the files of a model mapped or open. */
const mapsOf = (pid: number) => readFile(`/proc/${pid}/maps`, 'utf8')

describe('a worker whose words come from a speech server', () => {
  it('loads no model and finishes a file, its language identified, with requests in flight at once', async () => {
    const server = await startServer()
    const worker = await startWorker(test.config, settings(server))
    onTestFinished(() => worker.kill('SIGKILL'))
    // Each chunk takes as long as it may take a busy worker to begin the next one.
    await server.fail({ mode: 'late', times: 100, lateMs: 4000, minSeconds: 6 })

    const { scriptId, processId } = await start(toWav(longSpeech()), { ...ONE_SPEAKER, language: 'auto' })
    const seen = await watchToEnd(owner, scriptId)

    expect(seen.at(-1)).toMatchObject({ status: 'complete', progress: 100 })
    const script = await readScript(owner, scriptId)
    expect(textOf(script).length).toBeGreaterThan(300)
    const words = script.script.flatMap((segment) => segment.words ?? [])
    expect(words.map(({ start }) => start)).toEqual(words.map(({ start }) => start).toSorted((a, b) => a - b))
    const { language } = await test.ctx.db.selectFrom('processes').selectAll().where('id', '=', processId).executeTakeFirstOrThrow() // prettier-ignore
    expect(language).toBe('ru')
    const { calls, mostInFlight } = await server.journal()
    expect(mostInFlight).toBeGreaterThan(1)
    expect(mostInFlight).toBeLessThanOrEqual(SLOTS)
    expect(calls.every((call) => call.status === 200)).toBe(true)
    expect(await childrenOf(worker.process.pid ?? 0)).toBe('')
    expect(await mapsOf(worker.process.pid ?? 0)).not.toMatch(/whisper|silero|pyannote|xvector|\.onnx$/m)
  })

  it('tells speakers apart by a diariser of its own, and says so where it has none', async () => {
    const server = await startServer()
    const dialogue = await readFile(recording('dialogs/ru_fest2.wav'))

    const without = await startRemoteWorker(server)
    const first = await start(dialogue, { language: 'ru', speakersCount: 2 })
    await watchToEnd(owner, first.scriptId)
    const flawed = await readScript(owner, first.scriptId)
    await without.stop()
    workers.pop()
    await startRemoteWorker(server, { SPEECH_DIARISERS: '1', MODELS_DIR: testModelsDir() })
    const second = await start(dialogue, { language: 'ru', speakersCount: 2 })
    await watchToEnd(owner, second.scriptId)
    const whole = await readScript(owner, second.scriptId)

    const speakersOf = (script: typeof whole) => new Set(script.script.map((segment) => segment.speaker)).size
    expect([flawed.status, speakersOf(flawed)]).toEqual(['completeWithErrors', 1])
    expect([whole.status, speakersOf(whole)]).toEqual(['complete', 2])
  })

  it('loses nothing and charges once when the server goes away in the middle and comes back', async () => {
    const port = await freePort()
    const server = await startServer({ port })
    await startRemoteWorker(server)
    // Every chunk takes long enough to be under way when the server goes.
    await server.fail({ mode: 'late', times: 100, lateMs: 1500, minSeconds: 6 })
    const { scriptId, processId } = await start(toWav(longSpeech()))
    await vi.waitFor(
      async () => {
        const tasks = (await tasksOf(processId)).filter(({ kind }) => kind === 'recognise')
        expect(tasks.some(({ state, begunAt }) => state === 'queued' && begunAt)).toBe(true)
        expect((await server.journal()).inFlight).toBeGreaterThan(0)
      },
      { timeout: 90_000, interval: 20 },
    )

    await server.close()
    await vi.waitFor(
      async () => expect((await tasksOf(processId)).some(({ putOff }) => putOff > 0)).toBe(true),
      { timeout: 90_000, interval: 50 },
    ) // prettier-ignore
    await startServer({ port })
    const seen = await watchToEnd(owner, scriptId)

    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    const tasks = await tasksOf(processId)
    expect(tasks.map(({ state }) => state)).toEqual(tasks.map(() => 'done'))
    expect(tasks.map(({ failures }) => failures)).toEqual(tasks.map(() => 0))
    expect(textOf(await readScript(owner, scriptId)).length).toBeGreaterThan(300)
    const seconds = Math.ceil(longSpeech().length / BYTES_PER_SECOND)
    expect(await chargesOf(processId)).toMatchObject([{ state: 'settled', usedSeconds: seconds }])
    await assertLedgerExact(test.ctx.db, owner.userId ?? '')
  })

  it('finishes a file by a server that is slow and too busy', async () => {
    const server = await startServer({ mostInFlight: 1 })
    await startRemoteWorker(server)
    await server.fail({ mode: 'late', times: 2, lateMs: 3000, minSeconds: 6 })

    const { scriptId, processId } = await start(toWav(longSpeech()))
    const seen = await watchToEnd(owner, scriptId)

    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    const { calls } = await server.journal()
    expect(calls.some(({ status }) => status === 429)).toBe(true)
    expect((await tasksOf(processId)).map(({ failures, attempts, putOff }) => failures + attempts - putOff)).toEqual(
      (await tasksOf(processId)).map(() => 1),
    )
  })
})

describe('a worker', () => {
  it('refuses a server without word times in one line', async () => {
    const server = await startServer()
    await server.fail({ mode: 'noWords' })

    await expect(startRemoteWorker(server)).rejects.toThrow(/cannot be used: noWordTimes, see/)
  })
})
