import { once } from 'node:events'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createStorage } from '#adapters/storage/index.ts'
import type { SpeechContext } from '#context.ts'
import { updateScript } from '#features/scripts/index.ts'
import { inspect } from '#features/scripts/recordings/jobs.ts'
import { startDispatcher } from '#features/transcription/dispatch/dispatch.ts'
import { hearSpanAgain } from '#features/transcription/hear-again.ts'
import { runTask } from '#features/transcription/tasks/run.ts'
import { storageDown } from '#platform/telemetry.ts'
import { freePort } from '#test/free-port.ts'
import { addProcess } from '#test/processes.ts'
import { type InterruptedStorage, interruptedStorage } from '#test/recordings/interrupted-storage.ts'
import { addScript } from '#test/recordings/library.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { cancelProcess } from './features/transcription/give-up.ts'

let test: TestApp
let outage: InterruptedStorage
let ctx: SpeechContext

const { signal } = new AbortController()
/** More than a task may lose to crashes and unreachable servers. */
const MANY = 12

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  outage = await interruptedStorage(test.config.storage)
  const speech = { recognise: async () => ({ words: [], unheard: [] }), modelFor: () => 'none' }
  ctx = { ...test.ctx, storage: outage.storage, speech } as unknown as SpeechContext
})

const silence = (seconds: number) => Readable.from([Buffer.alloc(seconds * BYTES_PER_SECOND)])

const stateOf = (processId: string) =>
  test.ctx.db
    .selectFrom('tasks')
    .innerJoin('processes', 'processes.id', 'tasks.processId')
    .select(['tasks.state', 'processes.status', 'processes.tasksReady'])
    .where('processId', '=', processId)
    .executeTakeFirstOrThrow()

const queue = (processId: string) =>
  test.ctx.db.updateTable('tasks').set({ state: 'queued' }).where('processId', '=', processId).execute()

describe('while storage is down', () => {
  it('a task returns to the queue however often it is tried, and completes afterwards', async () => {
    const { id: userId } = await test.createUser()
    const { id, tasks } = await addProcess(test, userId, { count: 1, each: { state: 'queued' } })
    const [{ endSeconds } = { endSeconds: 0 }] = tasks
    await test.ctx.storage.put(`processes/${id}/audio.pcm`, silence(endSeconds), { contentType: 'audio/L16' })
    const key = { processId: id, kind: 'recognise', index: 0 } as const

    const seen = []
    for (let attempt = 0; attempt < MANY; attempt++) {
      await queue(id)
      await runTask(ctx, key, signal)
      seen.push((await stateOf(id)).state)
    }
    await outage.start()
    await queue(id)
    await runTask(ctx, key, signal)
    await outage.stop()

    expect(new Set(seen)).toEqual(new Set(['ready']))
    expect(await stateOf(id)).toMatchObject({ state: 'done', status: 'processing' })
  })

  it('no task is handed out, which is logged once and shown as a metric; work resumes by itself', async () => {
    const { id: userId } = await test.createUser()
    const note = () => vi.fn<(line: string) => void>()
    const log = { error: note(), warn: note(), info: note() }
    const { id } = await addProcess(test, userId, { count: 1, each: { state: 'ready' } })

    const dispatcher = await startDispatcher({ ...ctx, log } as unknown as SpeechContext, 1)
    await vi.waitFor(async () => expect((await storageDown.get()).values[0]?.value).toBe(1))
    const before = (await stateOf(id)).state
    await outage.start()
    await vi.waitFor(async () => expect((await stateOf(id)).state).toBe('queued'))
    await dispatcher.stop()
    await outage.stop()

    expect(before).toBe('ready')
    expect((await storageDown.get()).values[0]?.value).toBe(0)
    expect(log.error.mock.calls).toEqual([['storage does not answer, no more tasks are handed out']])
    expect(log.info.mock.calls).toEqual([['storage answers again, tasks are handed out']])
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('a cancel ends the processing of its file', async () => {
    const { id: userId } = await test.createUser()
    const { id, scriptId } = await addProcess(test, userId, { count: 1, each: { state: 'ready' } })

    await cancelProcess(ctx, scriptId)

    expect(await stateOf(id)).toMatchObject({ status: 'error' })
  })

  it('an inspection is put off and blames no file', async () => {
    const { id: userId } = await test.createUser()
    const scriptId = await addScript(test, userId, [], { status: 'uploaded' })

    for (let attempt = 0; attempt < MANY; attempt++) await inspect.run(ctx, { scriptId }, signal)

    const { rows } = await sql<{ jobs: number }>`
      select count(*)::int as jobs from pgboss.job
      where name = 'recordings.inspect' and data->>'scriptId' = ${scriptId} and start_after > now()`.execute(
      test.ctx.db,
    )
    const script = await test.ctx.db
      .selectFrom('scripts')
      .select(['status', 'failureCode'])
      .where('id', '=', scriptId)
      .executeTakeFirstOrThrow()
    expect(rows[0]?.jobs).toBe(MANY)
    expect(script).toEqual({ status: 'uploaded', failureCode: null })
  })
})

describe('a store that answers 200 with something else', () => {
  const whole = toWav(Buffer.alloc(10 * BYTES_PER_SECOND))

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half of the file', whole.subarray(0, whole.length / 2)],
    ['another object', toWav(Buffer.alloc(11 * BYTES_PER_SECOND))],
    ['an error page', Buffer.from('<html>503</html>')],
  ])('such as %s puts preparation and inspection off, and blames no file', async (_name, sent) => {
    const { id: userId } = await test.createUser()
    const { id, scriptId } = await addProcess(test, userId, { count: 1, each: { state: 'queued' } })
    await test.ctx.db.updateTable('tasks').set({ kind: 'prepare' }).where('processId', '=', id).execute()
    await test.ctx.db.updateTable('scripts').set({ sizeBytes: whole.length }).where('id', '=', scriptId).execute()
    const read = async () => Readable.from([sent])
    const cut = { ...ctx, storage: { ...test.ctx.storage, read } } as unknown as SpeechContext

    const seen = []
    for (let attempt = 0; attempt < MANY; attempt++) {
      await queue(id)
      await runTask(cut, { processId: id, kind: 'prepare', index: 0 }, signal)
      await inspect.run(cut, { scriptId }, signal)
      seen.push((await stateOf(id)).state)
    }

    const { inspectedAt, failureCode } = await test.ctx.db
      .selectFrom('scripts')
      .selectAll()
      .where('id', '=', scriptId)
      .executeTakeFirstOrThrow()
    expect(new Set(seen)).toEqual(new Set(['ready']))
    expect(await stateOf(id)).toMatchObject({ status: 'processing' })
    expect({ inspectedAt, failureCode }).toEqual({ inspectedAt: null, failureCode: null })
  })

  it.each([
    ['a short range', 1],
    ['the whole object', 3 * BYTES_PER_SECOND],
  ])('such as %s puts the recognition of a chunk off', async (_name, bytes) => {
    const { id: userId } = await test.createUser()
    const { id } = await addProcess(test, userId, { count: 1, each: { state: 'queued' } })
    const server = createServer((_request, response) => response.writeHead(206).end(Buffer.alloc(bytes)))
    const port = await freePort()
    await once(server.listen(port, '127.0.0.1'), 'listening')
    const storage = createStorage({ ...test.config.storage, endpoint: `http://127.0.0.1:${port}` })

    await runTask({ ...ctx, storage }, { processId: id, kind: 'recognise', index: 0 }, signal)

    server.close()
    expect(await stateOf(id)).toMatchObject({ status: 'processing', state: 'ready' })
  })

  it('such as half of a recording lets a span that is heard again wait', async () => {
    const { id: userId } = await test.createUser()
    const scriptId = await addScript(test, userId, ['Добрый день.'], { status: 'completeWithErrors' })
    const span = { start: 3, end: 6, again: 'asked' as const }
    await updateScript(test.ctx.db, scriptId, { unheard: [span] })
    await test.ctx.storage.put(`scripts/${scriptId}/original`, Readable.from([whole]), { contentType: 'audio/wav' })
    const read = async () => Readable.from([whole.subarray(0, whole.length / 2)])
    const media = { decode: async () => import.meta.filename }
    const cut = { ...ctx, media, storage: { ...test.ctx.storage, read } } as unknown as SpeechContext

    await expect(hearSpanAgain(cut, { scriptId, start: span.start }, signal)).rejects.toThrow('storage sent')
  })
})
