import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { readScript, startProcessing, textOf, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker, type TestWorker } from '@doslovno/server/test/worker.ts'

import { createFreshApp } from '#lab/app.ts'
import { startCeph } from '#scripts/services/ceph.ts'
import { pidOf, stopDaemon } from '#scripts/services/daemons.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { s3 } from '#scripts/services/s3.ts'
import { dataDir } from '#scripts/settings.ts'

import { hasOwnServers } from '#lab/servers.ts'
import { clip } from './sounds.ts'

/** The long form is the proof; CI runs the short one. */
const isShort = process.argv.includes('--short')
const plan = isShort
  ? { files: 12, workers: 2, kills: 4, killEvery: [6, 9], storageSeconds: 8, spreadSeconds: 30, limitSeconds: 900 }
  : { files: 60, workers: 3, kills: 20, killEvery: [8, 15], storageSeconds: 20, spreadSeconds: 200, limitSeconds: 3600 }
const PRO = 3

export async function main(): Promise<void> {
  if (!(await hasOwnServers())) return
  await postgres.start()
  await s3.start()
  await s3.prepare?.()
  try {
    await prove()
  } finally {
    // After a failure some workers may still run.
    await Promise.all(started.map((worker) => worker.kill('SIGKILL')))
    await s3.stop()
    await postgres.stop()
  }
}

async function prove(): Promise<void> {
  const { test, close } = await createFreshApp()
  const sounds = Array.from({ length: plan.files }, (_, index) => soundOf(index))
  const expected = await runUndisturbed(test, sounds)
  const characters = expected.files.reduce((sum, { text }) => sum + text.length, 0)
  log(`undisturbed: ${expected.files.length} texts, ${characters} characters`)

  const owner = await test.signIn({ tariffId: PRO })
  const chaos = await startChaos(test)
  const started = Date.now()
  const ids = await sendAll(test, owner, sounds)
  await waitForAll(test, ids)
  await chaos.done
  const seconds = (Date.now() - started) / 1000
  await verify(test, owner, { ids, expected })
  log(
    `${plan.files} files of 5–20 s, Whisper tiny, ${plan.workers} workers: ${chaos.kills()} workers killed by SIGKILL, ` +
      `PostgreSQL killed once, S3 stopped for ${plan.storageSeconds} s; ${seconds.toFixed(0)} s in all`,
  )
  log('0 lost, 0 charged twice, every text equal to the undisturbed run, none stuck')
  await chaos.stop()
  await close()
}

/** From 5 to 20 seconds of speech, different for every file. */
function soundOf(index: number): Buffer {
  const seconds = 5 + ((index * 7) % 16)
  return Buffer.concat([clip(index), clip(index + 3), clip(index + 7)]).subarray(0, seconds * BYTES_PER_SECOND)
}

/** Status and text of each file, and the seconds charged for all. */
type Outcome = { files: { status: string; text: string }[]; chargedSeconds: number }

/** The outcome of a run without failures. */
async function runUndisturbed(test: TestApp, sounds: readonly Buffer[]): Promise<Outcome> {
  const owner = await test.signIn({ tariffId: PRO })
  const workers = await Promise.all([newWorker(test), newWorker(test)])
  const ids = []
  for (const sound of sounds) {
    const id = await uploadRecording(owner, toWav(sound))
    await startProcessing(owner, id)
    ids.push(id)
  }
  await waitForAll(test, ids)
  for (const worker of workers) await worker.kill('SIGTERM')
  const outcome = await outcomeOf(test, owner, ids)
  assert.deepEqual(outcome.files.filter(({ text }) => text === ''), [], 'files without text') // prettier-ignore
  return outcome
}

async function outcomeOf(test: TestApp, owner: Caller, ids: readonly string[]): Promise<Outcome> {
  const scripts = await Promise.all(ids.map((id) => readScript(owner, id)))
  const lots = await lotsOf(test, owner)
  return {
    files: scripts.map((script) => ({ status: script.error ?? script.status, text: textOf(script) })),
    chargedSeconds: lots.reduce((sum, lot) => sum + lot.consumedSeconds, 0),
  }
}

const lotsOf = (test: TestApp, owner: Caller) =>
  test.ctx.db
    .selectFrom('lots')
    .selectAll()
    .where('userId', '=', owner.userId ?? '')
    .execute()

const started: TestWorker[] = []

async function newWorker(test: TestApp): Promise<TestWorker> {
  const worker = await startWorker(test.config, { WORKER_SLOTS: '1' })
  started.push(worker)
  return worker
}

/** Uploads files at intervals; retries a failed call, as people do. */
async function sendAll(test: TestApp, owner: Caller, sounds: readonly Buffer[]): Promise<string[]> {
  const ids: string[] = []
  for (const sound of sounds) {
    const id = await withRetries(() => uploadRecording(owner, toWav(sound)))
    // The reply may be lost although the process has started.
    await withRetries(async () => {
      const { processId } = await rowOf(test, id)
      if (!processId) await startProcessing(owner, id)
    })
    ids.push(id)
    await wait((plan.spreadSeconds * 1000) / sounds.length)
  }
  return ids
}

async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 300) throw error
      await wait(1000)
    }
  }
}

const rowOf = ({ ctx }: TestApp, id: string) =>
  ctx.db.selectFrom('scripts').select(['status', 'processId']).where('id', '=', id).executeTakeFirstOrThrow()

async function waitForAll(test: TestApp, ids: readonly string[]): Promise<void> {
  const deadline = Date.now() + plan.limitSeconds * 1000
  let left: string[] = [...ids]
  while (left.length > 0) {
    if (Date.now() > deadline) throw new Error(`Stuck: ${left.length} files: ${left.join(', ')}`)
    await wait(500)
    const rows = await withRetries(() =>
      test.ctx.db.selectFrom('scripts').select('id').where('id', 'in', left).where('status', '=', 'process').execute(),
    )
    left = rows.map(({ id }) => id)
  }
}

/** Kills workers one by one and PostgreSQL once, and stops the storage once. */
async function startChaos(test: TestApp) {
  const workers: TestWorker[] = []
  for (let index = 0; index < plan.workers; index++) workers.push(await newWorker(test))
  let kills = 0
  const random = randomFrom(20_261_115)
  const killWorkers = async () => {
    while (kills < plan.kills) {
      const [least = 8, most = 15] = plan.killEvery
      await wait((least + random() * (most - least)) * 1000)
      const victim = Math.floor(random() * workers.length)
      await workers[victim]?.kill('SIGKILL')
      kills += 1
      workers[victim] = await withRetries(() => newWorker(test))
    }
  }
  const breakServers = async () => {
    await wait(plan.spreadSeconds * 250)
    killPostgres()
    await wait(3000)
    await postgres.start()
    log('PostgreSQL was killed and is back')
    await wait(plan.spreadSeconds * 250)
    await stopDaemon({ name: 'radosgw', pidFile: resolve(dataDir, 's3/run/radosgw.pid'), marker: dataDir })
    await wait(plan.storageSeconds * 1000)
    await startCeph()
    log('S3 was stopped and is back')
  }
  return {
    done: Promise.all([killWorkers(), breakServers()]),
    kills: () => kills,
    stop: () => Promise.all(workers.map((worker) => worker.kill('SIGTERM'))),
  }
}

function killPostgres(): void {
  const pidFile = resolve(dataDir, 'postgres/postmaster.pid')
  const pid = pidOf({ name: 'postgres', pidFile, marker: resolve(dataDir, 'postgres') })
  if (!pid) throw new Error(`No PostgreSQL: ${readFileSync(pidFile, 'utf8')}`)
  process.kill(pid, 'SIGKILL')
}

type Run = { ids: readonly string[]; expected: Outcome }

async function verify(test: TestApp, owner: Caller, { ids, expected }: Run): Promise<void> {
  assert.deepEqual(await outcomeOf(test, owner, ids), expected)
  const lots = await lotsOf(test, owner)
  assert.equal(lots.reduce((sum, lot) => sum + lot.heldSeconds, 0), 0, 'seconds still held') // prettier-ignore
  const running = await test.ctx.db.selectFrom('processes').select('id').where('status', '=', 'processing').execute()
  assert.deepEqual(running, [], 'running processes')
}

/** Seeded, so that every run breaks the same things. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function log(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
