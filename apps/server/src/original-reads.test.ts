import { afterAll, beforeAll, expect, it } from 'vitest'

import { createMedia } from '#adapters/media/index.ts'
import type { SpeechContext } from '#context.ts'
import { inspectScript } from '#features/scripts/recordings/inspect.ts'
import { dispatch } from '#features/transcription/dispatch/dispatch.ts'
import { heartbeat } from '#features/transcription/dispatch/repo.ts'
import { runTask } from '#features/transcription/tasks/run.ts'
import { readScript, startProcessing, uploadRecording } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const { signal } = new AbortController()

let test: TestApp
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
  // Enough slots for the tasks of every test: each dispatches only its own.
  await heartbeat(test.ctx.db, crypto.randomUUID(), 10)
})
afterAll(() => test.close())

/** A worker's context that counts downloads of originals and probes. Preparing in a known language needs no models. */
function countingContext() {
  const counts = { downloads: 0, probes: 0 }
  const media = createMedia()
  const { storage } = test.ctx
  const ctx = {
    ...test.ctx,
    storage: {
      ...storage,
      read: (...args: Parameters<typeof storage.read>) => (counts.downloads++, storage.read(...args)),
    },
    media: { ...media, probe: (...args: Parameters<typeof media.probe>) => (counts.probes++, media.probe(...args)) },
  } as SpeechContext
  return { ctx, counts }
}

async function prepare(ctx: SpeechContext, scriptId: string): Promise<void> {
  const processId = await startProcessing(owner, scriptId)
  await dispatch(ctx)
  await runTask(ctx, { processId, kind: 'prepare', index: 0 }, signal)
}

const newScript = () => uploadRecording(owner, toWav(Buffer.alloc(64_000)))

it('a recording is probed once and downloaded twice, for inspection and preparation', async () => {
  const id = await newScript()
  const { ctx, counts } = countingContext()

  await inspectScript(ctx, id, signal)
  await prepare(ctx, id)

  expect(counts).toEqual({ downloads: 2, probes: 1 })
  expect(await readScript(owner, id)).toMatchObject({ duration: 2, playbackSrc: expect.stringContaining('/playback') })
})

it('a recording is probed once if its processing starts before its inspection', async () => {
  const id = await newScript()
  const { ctx, counts } = countingContext()

  await prepare(ctx, id)
  await inspectScript(ctx, id, signal)

  expect(counts).toEqual({ downloads: 2, probes: 1 })
  expect(await readScript(owner, id)).toMatchObject({ duration: 2, playbackSrc: expect.stringContaining('/playback') })
})
