import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { readScript, startProcessing, textOf, uploadRecording } from '@doslovno/server/test/recordings/pipeline.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp, PRO } from '#lab/app.ts'
import { isShort } from '#lab/arguments.ts'
import { atOnce, sum } from '#lab/figures.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { startWorker } from '#lab/processes.ts'
import { seededRandom } from '#lab/random.ts'
import { clip } from '#lab/recordings.ts'
import { gateway, pidOfServer, withOwnServers } from '#lab/servers.ts'
import { startCeph } from '#scripts/services/ceph.ts'
import { stopDaemon } from '#scripts/services/daemons.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { s3 } from '#scripts/services/s3.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { dataDir } from '#scripts/settings.ts'

/** The long form is the proof; CI runs the short one. */
const plan = isShort
  ? { files: 12, workers: 2, kills: 4, killEvery: [6, 9], storageSeconds: 8, spreadSeconds: 30, limitSeconds: 900 }
  : { files: 60, workers: 3, kills: 20, killEvery: [8, 15], storageSeconds: 20, spreadSeconds: 200, limitSeconds: 3600 }

export const main = () => withOwnServers([postgres, s3], prove)

async function prove(): Promise<void> {
  const test = await freshApp()
  const sounds = Array.from({ length: plan.files }, (_, index) => soundOf(index))
  const expected = await runUndisturbed(test, sounds)
  const characters = sum(expected.files.map(({ text }) => text.length))
  log(`undisturbed: ${expected.files.length} texts, ${characters} characters`)

  const owner = await test.signIn({ tariffId: PRO })
  const chaos = await startChaos(test)
  const ids = await timed('all', async () => {
    const sent = await sendAll(test, owner, sounds)
    await waitForAll(test, sent)
    await chaos.done
    return sent
  })
  log(
    `${plan.files} files of 5–20 s, Whisper tiny, ${plan.workers} workers: ${chaos.kills()} workers killed by SIGKILL, ` +
      `PostgreSQL killed once, S3 stopped for ${plan.storageSeconds} s`,
  )
  await verify(test, owner, ids, expected)
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
  const workers = await atOnce(2, () => newWorker(test))
  const ids = []
  for (const sound of sounds) {
    const id = await uploadRecording(owner, toWav(sound))
    await startProcessing(owner, id)
    ids.push(id)
  }
  await waitForAll(test, ids)
  for (const worker of workers) await worker.kill('SIGTERM')
  const outcome = await outcomeOf(test, owner, ids)
  const empty = outcome.files.filter(({ text }) => text === '').length
  mark('undisturbed: every file has a text', `${empty} without`, empty === 0)
  return outcome
}

async function outcomeOf(test: TestApp, owner: Caller, ids: readonly string[]): Promise<Outcome> {
  const scripts = await Promise.all(ids.map((id) => readScript(owner, id)))
  return {
    files: scripts.map((script) => ({ status: script.error ?? script.status, text: textOf(script) })),
    chargedSeconds: sum((await lotsOf(test, owner)).map(({ consumedSeconds }) => consumedSeconds)),
  }
}

const lotsOf = (test: TestApp, { userId = '' }: Caller) =>
  test.ctx.db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()

const newWorker = (test: TestApp) => startWorker(test.config, { WORKER_SLOTS: '1' })

/** Uploads files at intervals; retries a failed call, as people do. */
async function sendAll({ ctx }: TestApp, owner: Caller, sounds: readonly Buffer[]): Promise<string[]> {
  const ids: string[] = []
  for (const sound of sounds) {
    const id = await withRetries(() => uploadRecording(owner, toWav(sound)))
    // The reply may be lost although the process has started.
    await withRetries(async () => {
      const script = ctx.db.selectFrom('scripts').select('processId').where('id', '=', id)
      if (!(await script.executeTakeFirstOrThrow()).processId) await startProcessing(owner, id)
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

async function waitForAll({ ctx }: TestApp, ids: readonly string[]): Promise<void> {
  const processed = () =>
    ctx.db.selectFrom('scripts').select('id').where('id', 'in', ids).where('status', '=', 'process')
  await waitUntil(
    'all files',
    plan.limitSeconds,
    async () => (await withRetries(() => processed().execute())).length === 0,
  )
}

/** Kills workers one by one and PostgreSQL once, and stops the storage once. */
async function startChaos(test: TestApp) {
  const workers = await atOnce(plan.workers, () => newWorker(test))
  let kills = 0
  // Seeded, so that every run breaks the same things.
  const random = seededRandom('chaos')
  const killWorkers = async () => {
    while (kills < plan.kills) {
      const [least = 8, most = 15] = plan.killEvery
      await wait((least + random.next() * (most - least)) * 1000)
      const victim = random.below(workers.length)
      await workers[victim]?.kill('SIGKILL')
      kills += 1
      workers[victim] = await withRetries(() => newWorker(test))
    }
  }
  const breakServers = async () => {
    await wait(plan.spreadSeconds * 250)
    const folder = resolve(dataDir, 'postgres')
    process.kill(
      pidOfServer({ name: 'postgres', pidFile: resolve(folder, 'postmaster.pid'), marker: folder }),
      'SIGKILL',
    )
    await wait(3000)
    await postgres.start()
    log('PostgreSQL was killed and is back')
    await wait(plan.spreadSeconds * 250)
    await stopDaemon(gateway)
    await wait(plan.storageSeconds * 1000)
    await startCeph()
    log('S3 was stopped and is back')
  }
  return { done: Promise.all([killWorkers(), breakServers()]), kills: () => kills }
}

async function verify(test: TestApp, owner: Caller, ids: readonly string[], expected: Outcome): Promise<void> {
  const { files, chargedSeconds } = await outcomeOf(test, owner, ids)
  const other = files.filter((file, index) => !isDeepStrictEqual(file, expected.files[index]))
  mark('every file as in the undisturbed run', `${other.length} of ${files.length} differ`, other.length === 0)
  const charged = `${chargedSeconds} of ${expected.chargedSeconds} s`
  mark('charged the same', charged, chargedSeconds === expected.chargedSeconds)
  const held = sum((await lotsOf(test, owner)).map(({ heldSeconds }) => heldSeconds))
  mark('no seconds held', String(held), held === 0)
  const running = await test.ctx.db.selectFrom('processes').select('id').where('status', '=', 'processing').execute()
  mark('no process runs', String(running.length), running.length === 0)
}
