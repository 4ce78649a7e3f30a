import { setTimeout as wait } from 'node:timers/promises'

import { CONCURRENCY, startEngine } from '@doslovno/server/test/failover/engine.ts'
import { startWriters } from '@doslovno/server/test/failover/writers.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp, PRO } from '#lab/app.ts'
import { chosen } from '#lab/arguments.ts'
import { count, inSeconds, most, sum } from '#lab/figures.ts'
import { log, mark, timed } from '#lab/marks.ts'
import { type ApiProcess, signIn, startApi, startWorker, uploadFile } from '#lab/processes.ts'
import { joinedSpeech } from '#lab/recordings.ts'
import { withOwnServers } from '#lab/servers.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import { mail } from '#scripts/services/simulators.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { type Cluster, packages, startCluster } from './failover/cluster.ts'

const FILE_SECONDS = 75
const WRITABLE_SECONDS = 25

const stages = { death: deathOfLeader, control: asynchronousControl }

/** The machine of the leading PostgreSQL dies under load; nothing acknowledged is lost. */
export async function main(): Promise<void> {
  ensurePackages(packages)
  await withOwnServers([redis, mail, s3], async () => {
    const title = 'three nodes of etcd and Patroni with a synchronous standby, and HAProxy'
    const cluster = await timed(title, startCluster)
    const test = await freshApp()
    for (const name of chosen(Object.keys(stages) as (keyof typeof stages)[])) await stages[name](cluster, test)
  })
}

async function deathOfLeader(cluster: Cluster, test: TestApp): Promise<void> {
  const { databaseUrl } = test.config
  const owner = await test.createUser({ tariffId: PRO })
  const api = await startApi(test.config)
  const worker = await startWorker(test.config, { WORKER_SLOTS: '1' })
  const { accessToken: token } = await signIn(api, owner.email)
  const scriptId = await uploadFile(api.url, token, toWav(joinedSpeech(FILE_SECONDS)))
  const started = await api.call('POST', `/api/scripts/${scriptId}/process`, { token, body: { language: 'ru' } })
  if (!started.ok) throw new Error(`The process did not start: ${started.status} ${await started.text()}`)
  const writers = await startWriters(databaseUrl, 'proof_writes')
  const engine = await startEngine(databaseUrl)
  const page = openPage(api, token, scriptId)
  await waitUntil('the file to be prepared', 300, async () => ((await stateOf(test, scriptId))?.tasksDone ?? 0) >= 1)
  await wait(5000)

  const pickUpBefore = engine.pickUpMs()
  const leader = await cluster.leader()
  const killedAt = performance.now()
  cluster.kill(leader)
  log(
    `${leader.name}, the leader, died: etcd, Patroni and PostgreSQL by SIGKILL; ${writers.acknowledged()} rows so far`,
  )
  await waitUntil('a write after the death', 120, () => writers.firstAfter(killedAt) !== undefined)
  const writable = (writers.firstAfter(killedAt) ?? Infinity) / 1000
  const writableAt = performance.now()
  log(`${(await cluster.leader()).name} leads, writable after ${inSeconds(writable)}`)
  const isEnded = async () => ((await stateOf(test, scriptId))?.status ?? 'process') !== 'process'
  await waitUntil('the file to end', 1500, isEnded)
  const listeners = await engine.listeners()
  await timed(`${leader.name} is back and follows`, () => cluster.revive(leader))

  const seen = await page.stop()
  const pickUpMs = engine.pickUpMs(writableAt + 10_000)
  const [rows, jobs] = [await writers.stop(), await engine.stop()]
  const file = await stateOf(test, scriptId)
  const charged = await chargedTo(test, owner.id)
  const isAlive = [api, worker].every(({ process }) => process.exitCode === null && process.signalCode === null)
  const unexplained = [...rows.unexplained, ...jobs.unexplained]
  const isExpected = Object.keys(seen.answers).every((one) => one === '200' || one === '503')
  mark('acknowledged rows lost: 0', `${rows.lost} of ${rows.acknowledged}`, rows.lost === 0)
  mark(`writable within ${WRITABLE_SECONDS} s`, inSeconds(writable), writable <= WRITABLE_SECONDS)
  mark('the file completes, every piece heard', JSON.stringify(file), file?.status === 'complete' && file.segments > 0)
  mark(`charged once: ${FILE_SECONDS} s, none held`, JSON.stringify(charged), charged.spent === FILE_SECONDS && charged.held === 0) // prettier-ignore
  mark('answers to the page: only 200 and 503', JSON.stringify(seen.answers), isExpected && (seen.answers['503'] ?? 0) > 0) // prettier-ignore
  mark('each 503 with Retry-After', `${seen.withoutRetryAfter} without; slowest answer ${inSeconds(seen.slowestMs / 1000)}`, seen.withoutRetryAfter === 0) // prettier-ignore
  mark('failures that are not transient: 0', unexplained.slice(0, 3).join('; ') || '0', unexplained.length === 0)
  mark('jobs lost: 0', `${jobs.lost} of ${jobs.enqueued}`, jobs.lost === 0)
  mark(`jobs run again: at most the ${CONCURRENCY} that ran at the death`, `${jobs.twice}`, jobs.twice <= CONCURRENCY)
  mark('listeners back: 2', `${listeners}; median pick-up ${pickUpBefore} ms before, ${pickUpMs} ms after`, listeners >= 2) // prettier-ignore
  mark('api and worker never restarted', isAlive ? 'both live' : 'one died', isAlive)
}

/** Undefined while the database does not answer. */
async function stateOf({ ctx: { db } }: TestApp, scriptId: string) {
  const read = async () => {
    const script = db.selectFrom('scripts').select(['status', 'processId']).where('id', '=', scriptId)
    const { status, processId } = await script.executeTakeFirstOrThrow()
    const done = db.selectFrom('tasks').select('index').where('processId', '=', processId).where('state', '=', 'done')
    const segments = await db.selectFrom('segments').select('scriptId').where('scriptId', '=', scriptId).execute()
    return { status, tasksDone: (await done.execute()).length, segments: segments.length }
  }
  return read().catch(() => undefined)
}

/** Seconds taken from the balance of a user, and seconds still held. */
async function chargedTo({ ctx }: TestApp, userId: string): Promise<{ spent: number; held: number }> {
  const lots = await ctx.db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()
  return { spent: sum(lots.map((lot) => lot.consumedSeconds)), held: sum(lots.map((lot) => lot.heldSeconds)) }
}

const EVERY_MS = 250

/** An open page: asks for the status of a file four times a second, and renames it as often. */
function openPage(api: ApiProcess, token: string, scriptId: string) {
  const seen = { answers: {} as Record<string, number>, withoutRetryAfter: 0, slowestMs: 0 }
  const calls: Promise<void>[] = []
  const send = async (method: string, path: string, body?: object) => {
    const at = performance.now()
    const reply = await api
      .call(method, `/api/scripts/${scriptId}/${path}`, { token, ...(body && { body }) })
      .catch((error: Error) => error)
    const isReply = reply instanceof Response
    if (isReply) await reply.arrayBuffer()
    count(seen.answers, isReply ? reply.status : reply.name)
    if (isReply && reply.status === 503 && !reply.headers.has('retry-after')) seen.withoutRetryAfter++
    seen.slowestMs = most([seen.slowestMs, performance.now() - at])
  }
  let isOpen = true
  const poll = async () => {
    for (let turn = 0; isOpen; turn++) {
      calls.push(send('GET', 'status'), send('PATCH', 'filename', { fileName: `talk ${turn}.wav` }))
      await wait(EVERY_MS)
    }
  }
  const polling = poll()
  const stop = async () => {
    isOpen = false
    await polling
    await Promise.all(calls)
    return seen
  }
  return { stop }
}

const HELD_MS = 700
const LARGE_LAG_BYTES = 1_000_000_000

/**
 * The same death without synchronous replication, while the replicas are behind, as on a slow network: acknowledged rows
 * must be lost, or the proof would not notice a loss.
 */
async function asynchronousControl(cluster: Cluster, { config }: TestApp): Promise<void> {
  await cluster.configure({ synchronous_mode: false, maximum_lag_on_failover: LARGE_LAG_BYTES })
  await wait(10_000) // two loops of Patroni
  const writers = await startWriters(config.databaseUrl, 'proof_control')
  await waitUntil('rows of the control', 30, () => writers.acknowledged() > 500)
  const receivers = cluster.receivers()
  if (receivers.length === 0) throw new Error('No node receives replication')
  const signal = (name: NodeJS.Signals) => receivers.forEach((pid) => process.kill(pid, name))
  signal('SIGSTOP')
  await wait(HELD_MS)
  const killedAt = performance.now()
  cluster.kill(await cluster.leader())
  // They must end without reading what still lies in their sockets.
  signal('SIGTERM')
  signal('SIGCONT')
  await waitUntil('a new leader', 120, () => writers.firstAfter(killedAt) !== undefined)
  const { lost, acknowledged } = await writers.stop()
  mark('control: asynchronous replication loses acknowledged rows', `${lost} of ${acknowledged}`, lost > 0)
}
