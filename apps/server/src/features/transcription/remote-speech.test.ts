import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { freePort } from '#test/free-port.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { readScript, textOf, uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { recording, testModelsDir, toWav, wavSamples } from '#test/recordings/recordings.ts'
import { controlOf } from '#test/speech-server.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const SLOTS = 4
const WAV_HEADER_BYTES = 44

let test: TestApp
let owner: Caller
let noModels: string
const workers: TestWorker[] = []
const servers: ChildProcess[] = []

beforeAll(async () => {
  test = await createTestApp()
  noModels = mkdtempSync(join(tmpdir(), 'no-models-'))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill('SIGKILL')))
  for (const server of servers.splice(0)) server.kill('SIGKILL')
})
afterAll(async () => {
  rmSync(noModels, { recursive: true })
  await test.close()
})

/** A speech server as a process of its own. */
async function startServer(port: number, args: readonly string[] = []): Promise<ChildProcess> {
  const main = resolve(root, 'simulators/speech/src/main.ts')
  const engine = resolve(root, 'apps/server/test/scripted-hear.ts')
  const all = [main, '--port', String(port), '--engine', engine, ...args]
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] })
  servers.push(child)
  await once(createInterface(child.stdout), 'line')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A worker without any model; `changes` may give it some. */
async function startRemoteWorker(port: number, changes: Record<string, string> = {}): Promise<TestWorker> {
  const { env } = controlOf(`http://127.0.0.1:${port}`)
  const slots = { WORKER_SLOTS: String(SLOTS), MODELS_DIR: noModels, SPEECH_DIARISERS: '0' }
  const worker = await startWorker(test.config, { ...env, ...slots, ...changes })
  workers.push(worker)
  return worker
}

/** About a minute and a half of real speech: several chunks. */
function longRecording(): Buffer {
  const clips = ['0022', '0024', '0025', '0027', '0030', '0031', '0032', '0033', '0034', '0035']
  return toWav(Buffer.concat(clips.map((clip) => wavSamples(recording(`voxforge_ru/ru_${clip}.wav`)))))
}

async function start(content: Buffer, options: object = { language: 'ru', speakersCount: 1 }) {
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
    const port = await freePort()
    await startServer(port)
    const worker = await startRemoteWorker(port)
    // Each chunk takes as long as it may take a busy worker to begin the next one.
    await controlOf(`http://127.0.0.1:${port}`).fail({ mode: 'late', times: 100, lateMs: 4000, minSeconds: 6 })

    const { scriptId, processId } = await start(longRecording(), { language: 'auto', speakersCount: 1 })
    const seen = await watchToEnd(owner, scriptId)

    expect(seen.at(-1)).toMatchObject({ status: 'complete', progress: 100 })
    const script = await readScript(owner, scriptId)
    expect(textOf(script).length).toBeGreaterThan(300)
    const words = script.script.flatMap((segment) => segment.words ?? [])
    expect(words.map(({ start }) => start)).toEqual(words.map(({ start }) => start).toSorted((a, b) => a - b))
    const { language } = await test.ctx.db.selectFrom('processes').selectAll().where('id', '=', processId).executeTakeFirstOrThrow() // prettier-ignore
    expect(language).toBe('ru')
    const { calls, mostInFlight } = await controlOf(`http://127.0.0.1:${port}`).journal()
    expect(mostInFlight).toBeGreaterThan(1)
    expect(mostInFlight).toBeLessThanOrEqual(SLOTS)
    expect(calls.every((call) => call.status === 200)).toBe(true)
    expect(await childrenOf(worker.process.pid ?? 0)).toBe('')
    expect(await mapsOf(worker.process.pid ?? 0)).not.toMatch(/whisper|silero|pyannote|xvector|\.onnx$/m)
  })

  it('tells speakers apart by a diariser of its own, and says so where it has none', async () => {
    const port = await freePort()
    await startServer(port)
    const dialogue = await readFile(recording('dialogs/ru_fest2.wav'))

    const without = await startRemoteWorker(port)
    const first = await start(dialogue, { language: 'ru', speakersCount: 2 })
    await watchToEnd(owner, first.scriptId)
    const flawed = await readScript(owner, first.scriptId)
    await without.kill('SIGTERM')
    await startRemoteWorker(port, { SPEECH_DIARISERS: '1', MODELS_DIR: testModelsDir() })
    const second = await start(dialogue, { language: 'ru', speakersCount: 2 })
    await watchToEnd(owner, second.scriptId)
    const whole = await readScript(owner, second.scriptId)

    const speakersOf = (script: typeof whole) => new Set(script.script.map((segment) => segment.speaker)).size
    expect([flawed.status, speakersOf(flawed)]).toEqual(['completeWithErrors', 1])
    expect([whole.status, speakersOf(whole)]).toEqual(['complete', 2])
  })

  it('loses nothing and charges once when the server is killed in the middle and comes back', async () => {
    const port = await freePort()
    const server = controlOf(`http://127.0.0.1:${port}`)
    const first = await startServer(port)
    await startRemoteWorker(port)
    // Every chunk takes long enough to be under way when the server dies.
    await server.fail({ mode: 'late', times: 100, lateMs: 1500, minSeconds: 6 })
    const { scriptId, processId } = await start(longRecording())
    await vi.waitFor(
      async () => {
        const tasks = (await tasksOf(processId)).filter(({ kind }) => kind === 'recognise')
        expect(tasks.some(({ state, begunAt }) => state === 'queued' && begunAt)).toBe(true)
        expect((await server.journal()).inFlight).toBeGreaterThan(0)
      },
      { timeout: 90_000, interval: 20 },
    )

    await kill(first)
    await vi.waitFor(
      async () => expect((await tasksOf(processId)).some(({ putOff }) => putOff > 0)).toBe(true),
      { timeout: 90_000, interval: 50 },
    ) // prettier-ignore
    await startServer(port)
    const seen = await watchToEnd(owner, scriptId)

    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    const tasks = await tasksOf(processId)
    expect(tasks.map(({ state }) => state)).toEqual(tasks.map(() => 'done'))
    expect(tasks.map(({ failures }) => failures)).toEqual(tasks.map(() => 0))
    expect(textOf(await readScript(owner, scriptId)).length).toBeGreaterThan(300)
    const seconds = Math.ceil((longRecording().length - WAV_HEADER_BYTES) / BYTES_PER_SECOND)
    expect(await chargesOf(processId)).toMatchObject([{ state: 'settled', usedSeconds: seconds }])
    await assertLedgerExact(test.ctx.db, owner.userId ?? '')
  })

  it('finishes a file by a server that is slow and too busy', async () => {
    const port = await freePort()
    await startServer(port, ['--most-in-flight', '1'])
    const server = controlOf(`http://127.0.0.1:${port}`)
    await startRemoteWorker(port)
    await server.fail({ mode: 'late', times: 2, lateMs: 3000, minSeconds: 6 })

    const { scriptId, processId } = await start(longRecording())
    const seen = await watchToEnd(owner, scriptId)

    expect(seen.at(-1)).toMatchObject({ status: 'complete' })
    const { calls } = await server.journal()
    expect(calls.some(({ status }) => status === 429)).toBe(true)
    expect((await tasksOf(processId)).map(({ failures, attempts, putOff }) => failures + attempts - putOff)).toEqual(
      (await tasksOf(processId)).map(() => 1),
    )
  })

  it('leaves out a chunk that the server refuses each time, and keeps the rest', async () => {
    const port = await freePort()
    await startServer(port)
    const server = controlOf(`http://127.0.0.1:${port}`)
    await startRemoteWorker(port, { WORKER_SLOTS: '1' })
    await server.fail({ mode: 'late', times: 100, lateMs: 2000, minSeconds: 6 })
    // Five minutes: the last chunk is less than a fifth of it.
    const speech = longRecording().subarray(WAV_HEADER_BYTES)
    const { scriptId, processId } = await start(toWav(Buffer.concat([speech, speech, speech])))
    const last = await vi.waitFor(
      async () => {
        const chunks = (await tasksOf(processId)).filter(({ kind }) => kind === 'recognise')
        expect(chunks.length).toBeGreaterThan(4)
        return chunks.at(-1)
      },
      { timeout: 90_000, interval: 20 },
    )
    const seconds = (last?.endSeconds ?? 0) - (last?.startSeconds ?? 0)
    await server.fail({ mode: '400', times: 100, minSeconds: seconds - 0.001, maxSeconds: seconds + 0.001 })

    await watchToEnd(owner, scriptId)

    const { status, unheard } = await readScript(owner, scriptId)
    expect(status).toBe('completeWithErrors')
    expect(unheard).toEqual([{ start: last?.startSeconds, end: last?.endSeconds }])
    const failed = (await tasksOf(processId)).filter(({ state }) => state === 'failed')
    expect(failed).toMatchObject([{ kind: 'recognise', index: last?.index, failures: 3 }])
  })
})

describe('a worker', () => {
  it('refuses a server without word times in one line', async () => {
    const port = await freePort()
    await startServer(port)
    await controlOf(`http://127.0.0.1:${port}`).fail({ mode: 'noWords' })

    await expect(startRemoteWorker(port)).rejects.toThrow(/cannot be used: noWordTimes, see/)
  })
})
