import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { releaseHolds } from '#features/transcription/jobs.ts'
import { freePort } from '#test/free-port.ts'
import { skipMinutes } from '#test/job-clock.ts'
import { ONE_SPEAKER, startProcessing, uploadRecording, watchToEnd } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { createSmallDisk, type SmallDisk } from '#test/small-disk.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { launchWorker, launchWorkerHere, startWorkerHere, type WorkerHere } from '#test/worker.ts'

const PATIENCE = { timeout: 120_000, interval: 200 }

let test: TestApp
let disk: SmallDisk
let worker: WorkerHere | undefined

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(() => {
  disk = createSmallDisk()
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  disk.remove()
})

const settings = (changes: Record<string, string> = {}) => ({ WORKER_ROLES: 'media', WORK_DIR: disk.path, ...changes })
const upload = async () => {
  const owner = await test.signIn()
  return { owner, id: await uploadRecording(owner, toWav(Buffer.alloc(64_000))) }
}
const scriptOf = (id: string) =>
  test.ctx.db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const untilPlayable = (id: string) =>
  vi.waitFor(async () => expect(await scriptOf(id)).toMatchObject({ hasPlayback: true, status: 'uploaded' }), PATIENCE)
const untilReady = () => vi.waitFor(async () => expect(await worker?.isReady()).toBe(true), PATIENCE)

describe('a worker that lacks something', () => {
  it.each([
    ['a full work folder', () => disk.fill(), () => disk.empty(), 'MB free'],
    ['a read-only work folder', () => disk.makeReadOnly(), () => disk.makeWritable(), 'EROFS'],
  ])('names %s, is not ready and takes no jobs until it is mended', async (_name, spoil, mend, reason) => {
    const { id } = await upload()
    spoil()
    worker = await launchWorkerHere(test.config, settings())

    const line: unknown = JSON.parse(await worker.line('not ready: '))
    const isReady = await worker.isReady()
    const untouched = await scriptOf(id)
    mend()
    await untilReady()

    expect(line).toMatchObject({
      level: 50,
      msg: expect.stringMatching(`^not ready: work folder ${disk.path} cannot be used \\(.*${reason}.*\\)$`),
    })
    expect(isReady).toBe(false)
    expect(untouched.inspectedAt).toBeNull()
    await untilPlayable(id)
  })

  it('names a sandbox that does not start, and answers 503 on /readyz until it does', async () => {
    const port = await freePort()
    const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
    const bin = mkdtempSync(join(tmpdir(), 'bin-'))
    const bwrap = join(bin, 'bwrap')
    writeFileSync(bwrap, '#!/bin/sh\necho "bwrap: No permissions to create new namespace" >&2\nexit 1\n')
    chmodSync(bwrap, 0o755)
    const PATH = `${bin}${delimiter}${process.env.PATH}`
    const alone = launchWorker(test.config, settings({ PATH, OPS_PORT: String(port) }))
    onTestFinished(() => alone.kill('SIGTERM'))

    const line = await alone.line('not ready: ')
    await vi.waitFor(async () => expect(await readyz()).toBe(503), PATIENCE)
    rmSync(bin, { recursive: true })
    await vi.waitFor(async () => expect(await readyz()).toBe(200), PATIENCE)

    expect(line).toContain('ffmpeg does not run in its sandbox')
    expect(line).toContain('No permissions to create new namespace')
  })

  it('still does the work of roles that need neither folder nor sandbox', async () => {
    disk.makeReadOnly()
    worker = await launchWorkerHere(test.config, settings({ WORKER_ROLES: 'media,text' }))
    await worker.line('not ready: ')

    const { db, jobs } = test.ctx
    await db.transaction().execute((tx) => jobs.enqueue(tx, releaseHolds, [{}]))

    const ended = () => db.transaction().execute((tx) => jobs.withoutJob(tx, releaseHolds, [{}]))
    await vi.waitFor(async () => expect(await ended()).toHaveLength(1), PATIENCE)
    expect(await worker.isReady()).toBe(false)
  })
})

describe('a fault while a worker works', () => {
  it.each([
    ['is full', () => disk.fill(), () => disk.empty()],
    ['is read-only', () => disk.makeReadOnly(), () => disk.makeWritable()],
  ])('costs a file nothing where the work folder %s: it completes afterwards', async (_name, spoil, mend) => {
    worker = await startWorkerHere(test.config, settings({ WORKER_ROLES: 'media,speech,text' }))
    await untilReady()
    const { owner, id } = await upload()
    await untilPlayable(id)
    spoil()
    const processId = await startProcessing(owner, id, ONE_SPEAKER)

    await worker.line('not ready: ')
    const isReady = await worker.isReady()
    await vi.waitFor(
      async () => expect(await tasksOf(processId)).toMatchObject([{ state: 'ready', failures: 0 }]),
      PATIENCE,
    )
    mend()
    await untilReady()
    await skipMinutes(test.ctx.db, 1)
    const states = await watchToEnd(owner, id)

    expect(isReady).toBe(false)
    expect(states.at(-1)?.status).toBe('complete')
    const [prepared] = await tasksOf(processId)
    expect(prepared).toMatchObject({ kind: 'prepare', failures: 0 })
    // The worker may have noticed the fault before it began the task.
    expect(prepared?.attempts).toBe((prepared?.putOff ?? 0) + 1)
  })

  it('puts off an inspection, which completes afterwards', async () => {
    worker = await startWorkerHere(test.config, settings())
    await untilReady()
    disk.makeReadOnly()

    const { id } = await upload()
    await worker.line('job put off')
    disk.makeWritable()
    await untilReady()
    await skipMinutes(test.ctx.db, 1)
    await untilPlayable(id)

    expect((await scriptOf(id)).failureCode).toBeNull()
  })
})

function tasksOf(processId: string) {
  return test.ctx.db
    .selectFrom('tasks')
    .select(['kind', 'state', 'attempts', 'failures', 'putOff'])
    .where('processId', '=', processId)
    .orderBy('begunAt')
    .execute()
}
