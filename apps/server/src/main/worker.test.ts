import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { startProcessing, uploadRecording } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

let test: TestApp
let worker: TestWorker

beforeAll(async () => {
  test = await createTestApp()
  worker = await startWorker(test.config, { WORKER_ROLES: 'media', MODELS_DIR: '/nowhere' })
})
afterAll(async () => {
  await worker.kill('SIGTERM')
  await test.close()
})

it('a worker without the speech role needs no models, inspects files and leaves recognition to others', async () => {
  const owner = await test.signIn()
  const id = await uploadRecording(owner, toWav(Buffer.alloc(64_000)))
  await startProcessing(owner, id)

  const script = () => test.ctx.db.selectFrom('scripts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect((await script()).hasPlayback).toBe(true), { timeout: 60_000, interval: 200 })

  expect(await script()).toMatchObject({ durationSeconds: 2, kind: 'audio' })
  expect(await test.ctx.db.selectFrom('tasks').select(['kind', 'state', 'attempts']).execute()).toEqual([
    { kind: 'prepare', state: 'ready', attempts: 0 },
  ])
  expect(await test.ctx.db.selectFrom('workers').selectAll().execute()).toEqual([])
})
