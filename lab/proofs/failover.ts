import { setTimeout as wait } from 'node:timers/promises'

import { CONCURRENCY, startEngine } from '@doslovno/server/test/failover/engine.ts'
import { startWriters } from '@doslovno/server/test/failover/writers.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker } from '@doslovno/server/test/worker.ts'

import { createFreshApp } from '#lab/app.ts'
import { mail } from '#scripts/services/mail.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { redis } from '#scripts/services/redis.ts'
import { s3 } from '#scripts/services/s3.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { type Cluster, packages, startCluster } from './failover/cluster.ts'
import { asynchronousControl } from './failover/control.ts'
import { chargedTo, sendFile, stateOf } from './failover/file.ts'
import { openPage } from './failover/page.ts'
import { startApi, signIn } from '#lab/api.ts'
import type { Mark } from '#lab/marks.ts'
import { hasOwnServers } from '#lab/servers.ts'
import { joinedSpeech } from './sounds.ts'

const PRO = 3
const FILE_SECONDS = 75
const WRITABLE_SECONDS = 25

/** `pnpm proof failover [death] [control]`: the machine of the leading PostgreSQL dies under load; nothing acknowledged is lost. */
export async function main(): Promise<void> {
  ensurePackages(packages)
  if (!(await hasOwnServers())) return
  const services = [redis, mail, s3]
  let cluster: Cluster | undefined
  const stop = async () => {
    await Promise.all(started.map((one) => one.kill('SIGKILL')))
    await cluster?.stop()
    for (const service of services.toReversed()) await service.stop()
  }
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const)
    process.once(event, (reason) => {
      log(`ended by ${String(reason)}`)
      void stop().finally(() => process.exit(1))
    })
  try {
    for (const service of services) {
      await service.start()
      await service.prepare?.()
    }
    cluster = await startCluster()
    log(`three nodes of etcd and Patroni with a synchronous standby, and HAProxy: up in ${seconds(cluster.upSeconds)}`)
    const marks = await prove(cluster)
    const failed = marks.filter(({ isMet }) => !isMet).length
    if (failed > 0) process.exitCode = 1
    log(failed === 0 ? 'every mark is met' : `${failed} marks are not met`)
  } finally {
    await stop()
  }
}

/** The product's own processes. */
const started: { kill(signal: NodeJS.Signals): Promise<void> }[] = []

async function prove(cluster: Cluster): Promise<Mark[]> {
  const { test } = await createFreshApp()
  const marks: Mark[] = []
  for (const stage of chosenStages()) marks.push(...(await stage(cluster, test)))
  await test.app.close()
  await test.ctx.close()
  return marks
}

/** All of them, unless the command names some. */
function chosenStages() {
  const stages = { death: deathOfLeader, control }
  const named = Object.entries(stages).filter(([name]) => process.argv.slice(3).includes(name))
  return named.length > 0 ? named.map(([, stage]) => stage) : Object.values(stages)
}

async function deathOfLeader(cluster: Cluster, test: TestApp): Promise<Mark[]> {
  const { databaseUrl } = test.config
  const owner = await test.createUser({ tariffId: PRO })
  const api = await startApi(test.config)
  started.push(api)
  const worker = await startWorker(test.config, { WORKER_SLOTS: '1' })
  started.push(worker)
  const token = await signIn(api, owner.email)
  const scriptId = await sendFile(api, token, toWav(joinedSpeech(FILE_SECONDS)))
  const writers = await startWriters(databaseUrl, 'proof_writes')
  const engine = await startEngine(databaseUrl)
  const page = openPage(api, token, scriptId)
  await waitUntil('the file to be prepared', 300, async () => ((await stateOf(test, scriptId))?.tasksDone ?? 0) >= 1)
  await wait(5000)

  const before = { rows: writers.acknowledged(), pickUpMs: engine.pickUpMs(), answers: page.answersSince(0) }
  const leader = await cluster.leader()
  const killedAt = performance.now()
  cluster.kill(leader)
  log(`${leader.name}, the leader, died: etcd, Patroni and PostgreSQL by SIGKILL; ${before.rows} rows so far`)
  await waitUntil('a write after the death', 120, () => writers.firstAfter(killedAt) !== undefined)
  const writableMs = writers.firstAfter(killedAt) ?? Infinity
  const writableAt = performance.now()
  log(`${(await cluster.leader()).name} leads, writable after ${seconds(writableMs / 1000)}`)
  const isEnded = async () => ((await stateOf(test, scriptId))?.status ?? 'process') !== 'process'
  await waitUntil('the file to end', 1500, isEnded)
  const listeners = await engine.listeners()
  const revivedAt = performance.now()
  await cluster.revive(leader)
  log(`${leader.name} is back and follows after ${seconds((performance.now() - revivedAt) / 1000)}`)

  await page.stop()
  const pickUpMs = engine.pickUpMs(writableAt + 10_000)
  const [rows, jobs] = [await writers.stop(), await engine.stop()]
  const file = await stateOf(test, scriptId)
  const charged = await chargedTo(test, owner.id)
  const answers = page.answersSince(0)
  const isAlive = [api, worker].every(({ process }) => process.exitCode === null && process.signalCode === null)
  const unexplained = [...rows.unexplained, ...jobs.unexplained]
  return report([
      mark('acknowledged rows lost: 0', `${rows.lost} of ${rows.acknowledged}`, rows.lost === 0),
      mark(`writable within ${WRITABLE_SECONDS} s`, seconds(writableMs / 1000), writableMs <= WRITABLE_SECONDS * 1000),
      mark('the file completes, every piece heard', JSON.stringify(file), file?.status === 'complete' && file.segments > 0),
      mark(`charged once: ${FILE_SECONDS} s, none held`, JSON.stringify(charged), charged.spent === FILE_SECONDS && charged.held === 0),
      mark('answers to the page: only 200 and 503', JSON.stringify(answers), Object.keys(answers).every((one) => one === '200' || one === '503') && (answers['503'] ?? 0) > 0),
      mark('each 503 with Retry-After', `${page.withoutRetryAfter()} without; slowest answer ${seconds(page.slowestMs() / 1000)}`, page.withoutRetryAfter() === 0),
      mark('failures that are not transient: 0', unexplained.slice(0, 3).join('; ') || '0', unexplained.length === 0),
      mark('jobs lost: 0', `${jobs.lost} of ${jobs.enqueued}`, jobs.lost === 0),
      mark(`jobs run again: at most the ${CONCURRENCY} that ran at the death`, `${jobs.twice}`, jobs.twice <= CONCURRENCY),
      mark('listeners back: 2', `${listeners}; median pick-up ${before.pickUpMs} ms before, ${pickUpMs} ms after`, listeners >= 2),
      mark('api and worker never restarted', isAlive ? 'both live' : 'one died', isAlive),
    ]) // prettier-ignore
}

async function control(cluster: Cluster, test: TestApp): Promise<Mark[]> {
  const { lost, acknowledged } = await asynchronousControl(cluster, test.config.databaseUrl)
  return report([
    mark('control: asynchronous replication loses acknowledged rows', `${lost} of ${acknowledged}`, lost > 0),
  ])
}

function mark(expected: string, seen: string, isMet: boolean): Mark {
  return { expected, seen, isMet }
}

function report(marks: Mark[]): Mark[] {
  for (const { expected, seen, isMet } of marks) log(`${isMet ? 'met' : 'NOT MET'}  ${expected}: ${seen}`)
  return marks
}

const seconds = (value: number) => `${value.toFixed(1)} s`

function log(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
