import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { freePort } from '#test/free-port.ts'
import { startProcessing, uploadRecording } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, type TestWorker } from '#test/worker.ts'

const COMMIT = 'd77e0dcf2c61b3d9b7dcc5633f0cc1dbd428cd6e'
const scrape = async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()

let test: TestApp
let worker: TestWorker
let opsPort: number

beforeAll(async () => {
  test = await createTestApp()
  opsPort = await freePort()
  worker = await startWorker(test.config, {
    WORKER_ROLES: 'media',
    MODELS_DIR: '/nowhere',
    OPS_PORT: String(opsPort),
    BUILD_COMMIT: COMMIT,
  })
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

it('a worker tells Prometheus that it is ready, what waits and that its jobs have not failed yet', async () => {
  await vi.waitFor(async () => expect(await scrape()).toContain('queue_depth{job="transcription.task"}'))

  const metrics = (await scrape()).split('\n')

  expect(metrics).toContain('service_ready 1')
  expect(metrics).toContain('queue_depth{job="mails.send"} 0')
  expect(metrics).toContain('dead_letters_total{job="recordings.inspect"} 0')
  expect(metrics).not.toContain('dead_letters_total{job="mails.send"} 0')
  expect(metrics).toContain('db_pool_waiting 0')
})

it('a worker tells its release in its first log line and on /metrics', async () => {
  const { version } = test.config.build

  expect(JSON.parse(await worker.line(''))).toMatchObject({ name: 'worker', version, commit: COMMIT, msg: 'starting' })
  expect(await scrape()).toContain(`build_info{version="${version}",commit="${COMMIT}"} 1`)
})
