import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { createTemplate } from '@doslovno/server/test/database.ts'
import { readScript, startProcessing, textOf, uploadRecording } from '@doslovno/server/test/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings.ts'
import { type Caller, createTestApp, type TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker, type TestWorker } from '@doslovno/server/test/worker.ts'

import { startCeph } from '#scripts/services/ceph.ts'
import { pidOf, stopDaemon } from '#scripts/services/daemons.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { s3 } from '#scripts/services/s3.ts'
import { dataDir, developmentEnv } from '#scripts/settings.ts'

import { hasOwnServers } from './own-servers.ts'
import { clip } from './sounds.ts'

/** The long form is the proof; the short one is what CI has time for. */
const isShort = process.argv.includes('--short')
const plan = isShort
  ? { files: 12, workers: 2, kills: 4, killEvery: [6, 9], storageSeconds: 8, spreadSeconds: 30, limitSeconds: 150 }
  : { files: 60, workers: 3, kills: 20, killEvery: [8, 15], storageSeconds: 20, spreadSeconds: 200, limitSeconds: 1500 }
const PRO = 3

export async function main(): Promise<void> {
  if (!(await hasOwnServers())) return
  await postgres.start()
  await s3.start()
  await s3.prepare?.()
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000' })
  try {
    await prove()
  } finally {
    await s3.stop()
    await postgres.stop()
  }
}

async function prove(): Promise<void> {
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const test = await createTestApp()
  const sounds = Array.from({ length: plan.files }, (_, index) => soundOf(index))
  const expected = await undisturbed(test, sounds)
  say(`undisturbed: ${expected.length} texts, ${expected.join(' ').length} characters`)

  const owner = await test.signIn({ tariffId: PRO })
  const chaos = await startChaos(test)
  const started = Date.now()
  const ids = await sendAll(test, owner, sounds)
  await finishAll(test, ids)
  await chaos.done
  const seconds = (Date.now() - started) / 1000
  await judge(test, owner, { ids, expected, sounds })
  say(
    `${plan.files} files of 5–20 s, Whisper tiny, ${plan.workers} workers: ${chaos.kills()} workers killed by SIGKILL, ` +
      `PostgreSQL killed once, S3 stopped for ${plan.storageSeconds} s; ${seconds.toFixed(0)} s in all`,
  )
  say('0 lost, 0 charged twice, every text equal to the undisturbed run, none stuck')
  await chaos.stop()
  await test.close()
  await template.drop()
}

/** From 5 to 20 seconds of speech, no two files alike. */
function soundOf(index: number): Buffer {
  const seconds = 5 + ((index * 7) % 16)
  return Buffer.concat([clip(index), clip(index + 3), clip(index + 7)]).subarray(0, seconds * BYTES_PER_SECOND)
}

/** Every text as it is when nothing happens. */
async function undisturbed(test: TestApp, sounds: readonly Buffer[]): Promise<string[]> {
  const owner = await test.signIn({ tariffId: PRO })
  const workers = await Promise.all([newWorker(test), newWorker(test)])
  const ids = []
  for (const sound of sounds) {
    const id = await uploadRecording(owner, toWav(sound))
    await startProcessing(owner, id)
    ids.push(id)
  }
  await finishAll(test, ids)
  for (const worker of workers) await worker.kill('SIGTERM')
  const scripts = await Promise.all(ids.map((id) => readScript(owner, id)))
  assert.deepEqual(scripts.map(({ status, error }) => error ?? status), ids.map(() => 'complete')) // prettier-ignore
  return scripts.map(textOf)
}

const newWorker = (test: TestApp) => startWorker(test.config, { WORKER_SLOTS: '1' })

/** Files come in over a while, whatever happens meanwhile; a call that fails is made again, as people do. */
async function sendAll(test: TestApp, owner: Caller, sounds: readonly Buffer[]): Promise<string[]> {
  const ids: string[] = []
  for (const sound of sounds) {
    const id = await patiently(() => uploadRecording(owner, toWav(sound)))
    // The answer may be lost although the process has started.
    await patiently(async () => {
      const { processId } = await rowOf(test, id)
      if (!processId) await startProcessing(owner, id)
    })
    ids.push(id)
    await wait((plan.spreadSeconds * 1000) / sounds.length)
  }
  return ids
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 60) throw error
      await wait(1000)
    }
  }
}

const rowOf = ({ ctx }: TestApp, id: string) =>
  ctx.db.selectFrom('scripts').select(['status', 'processId']).where('id', '=', id).executeTakeFirstOrThrow()

async function finishAll(test: TestApp, ids: readonly string[]): Promise<void> {
  const deadline = Date.now() + plan.limitSeconds * 1000
  let left: string[] = [...ids]
  while (left.length > 0) {
    if (Date.now() > deadline) throw new Error(`Stuck: ${left.length} files: ${left.join(', ')}`)
    await wait(500)
    const rows = await patiently(() =>
      test.ctx.db.selectFrom('scripts').select('id').where('id', 'in', left).where('status', '=', 'process').execute(),
    )
    left = rows.map(({ id }) => id)
  }
}

/** Kills workers one after another, PostgreSQL once, and stops the storage once. */
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
      workers[victim] = await patiently(() => newWorker(test))
    }
  }
  const hurtServers = async () => {
    await wait(plan.spreadSeconds * 250)
    killPostgres()
    await wait(3000)
    await postgres.start()
    say('PostgreSQL was killed and is back')
    await wait(plan.spreadSeconds * 250)
    await stopDaemon({ name: 'radosgw', pidFile: resolve(dataDir, 's3/run/radosgw.pid'), marker: dataDir })
    await wait(plan.storageSeconds * 1000)
    await startCeph()
    say('S3 was stopped and is back')
  }
  return {
    done: Promise.all([killWorkers(), hurtServers()]),
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

type Run = { ids: readonly string[]; expected: readonly string[]; sounds: readonly Buffer[] }

async function judge(test: TestApp, owner: Caller, { ids, expected, sounds }: Run): Promise<void> {
  const scripts = await Promise.all(ids.map((id) => readScript(owner, id)))
  assert.deepEqual(scripts.map(({ status, error }) => error ?? status), ids.map(() => 'complete')) // prettier-ignore
  assert.deepEqual(scripts.map(textOf), expected)
  const seconds = sounds.reduce((sum, sound) => sum + Math.ceil(sound.length / BYTES_PER_SECOND), 0)
  const lots = await test.ctx.db
    .selectFrom('lots')
    .selectAll()
    .where('userId', '=', owner.userId ?? '')
    .execute()
  assert.equal(lots.reduce((sum, lot) => sum + lot.consumedSeconds, 0), seconds, 'seconds charged') // prettier-ignore
  assert.equal(lots.reduce((sum, lot) => sum + lot.heldSeconds, 0), 0, 'seconds still held') // prettier-ignore
  const running = await test.ctx.db.selectFrom('processes').select('id').where('status', '=', 'processing').execute()
  assert.deepEqual(running, [], 'processes that still run')
}

/** The same chaos every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
