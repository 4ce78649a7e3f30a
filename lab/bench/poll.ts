import { spawn } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { addPeople, type PollingPerson } from '@doslovno/server/test/polling/people.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { inMs, inSeconds, inTurns, mean, percent } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { type ApiProcess, isOk, megabytesOf, startApi } from '#lab/processes.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

import { Streams } from './connections.ts'
import { type Polled, Pollers, type Target } from './pollers.ts'

const LIST = '/api/scripts?page=1&pageSize=10&sort=-uploadAt'
const ACCOUNT = '/api/account'
const BUSY_CONNECTIONS = 64
const WARM_ROUNDS = 20
const LORIS = 3000
const [people, seconds] = numbers(10_000, 60)
/** Account every 8 s and list every 10 s: 0.225 calls a second and page. */
const PAGE_MS = 1000 / 0.225

/** Every open page is one person's. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const api = await startPolled(test)
  const crowd = await addPeople(test, people)
  await againstBare(api, crowd)
  await openPages(api, crowd)
  await slowLoris(api, crowd)
  await streams(api, crowd, test)
  await restart(test, api, crowd)
}

const startPolled = (test: TestApp, port?: number) =>
  startApi(test.config, { RATE_LIMIT_FACTOR: '1000000', API_MAX_CONNECTIONS: '30000' }, port ? { port } : {})

/** Unchanged polls of one user, as fast as they are answered, beside Fastify alone with a constant of the same size. */
async function againstBare(api: ApiProcess, [one]: PollingPerson[]): Promise<void> {
  const token = one?.token ?? ''
  const { length: bytes } = await (await api.call('GET', LIST, { token })).text()
  const busy = async (target: Target) =>
    (await polled(Array.from({ length: BUSY_CONNECTIONS }, () => target), 0, 4)).perSecond // prettier-ignore
  const bare = await startBare(bytes)
  const rates = await inTurns(3, {
    bare: () => busy({ port: bare, path: '/' }),
    list: () => busy({ port: api.port, path: LIST, token }),
    account: () => busy({ port: api.port, path: ACCOUNT, token }),
  })
  console.log(`bare Fastify, ${bytes} bytes: ${mean(rates.bare).toFixed(0)} calls/s`)
  for (const name of ['list', 'account'] as const) {
    const ratio = mean(rates[name]) / mean(rates.bare)
    const seen = `${mean(rates[name]).toFixed(0)} calls/s, ${ratio.toFixed(2)}`
    mark(`unchanged ${name} ≥ 0.5 of bare Fastify`, seen, ratio >= 0.5)
  }
}

async function startBare(bytes: number): Promise<number> {
  const port = await freePort()
  const file = resolve(projectRoot, 'apps/server/test/polling/bare.ts')
  const child = spawn(process.execPath, [file, String(port), String(bytes)], { stdio: 'inherit' })
  atEnd(() => child.kill())
  await waitUntil('bare Fastify', 30, () => isOk(`http://127.0.0.1:${port}/`))
  return port
}

async function polled(targets: readonly Target[], everyMs: number, lasting: number): Promise<Polled> {
  const pollers = new Pollers(targets, everyMs)
  await pollers.open()
  await wait(Math.max(1000, everyMs * 1.5))
  pollers.reset()
  await wait(lasting * 1000)
  const result = pollers.result()
  pollers.stop()
  return result
}

const pagesOf = ({ port }: ApiProcess, crowd: readonly PollingPerson[]) =>
  crowd.map(({ token }, index) => ({ port, path: index % 9 < 5 ? ACCOUNT : LIST, token }))

/** Opens a page per person and waits until each has been answered «unchanged»: the first call grants minutes. */
async function openWarmed(api: ApiProcess, crowd: readonly PollingPerson[]): Promise<Pollers> {
  const pollers = new Pollers(pagesOf(api, crowd), PAGE_MS)
  await pollers.open()
  for (let round = 0; round < WARM_ROUNDS; round++) {
    pollers.reset()
    await wait(PAGE_MS * 1.5)
    const { unchanged, served } = pollers.result()
    if (unchanged === 1 && served === crowd.length) break
  }
  return pollers
}

/** A connection per open page, at the intervals of the product. */
async function openPages(api: ApiProcess, crowd: readonly PollingPerson[]): Promise<void> {
  const pollers = await openWarmed(api, crowd)
  const before = megabytesOf(api.pid)
  pollers.reset()
  await wait(seconds * 1000)
  const { perSecond, p50, p99, errors, failures, unchanged } = pollers.result()
  const after = megabytesOf(api.pid)
  pollers.stop()
  const name = `${crowd.length} open pages for ${seconds} s`
  mark(`${name}: no error`, `${perSecond} calls/s, ${errors} errors ${failures}`.trim(), errors === 0)
  mark('p99 ≤ 250 ms', `p50 ${inMs(p50)}, p99 ${inMs(p99)}, ${percent(unchanged)} unchanged`, p99 <= 250)
  mark('memory within 10 %', `${before.toFixed(0)} → ${after.toFixed(0)} MB`, after / before - 1 <= 0.1)
}

/** Connections that send their headers a byte at a time must not slow down anybody else. */
async function slowLoris(api: ApiProcess, crowd: readonly PollingPerson[]): Promise<void> {
  const others = pagesOf(api, crowd.slice(0, 200))
  const undisturbed = await polled(others, 200, 10)
  const sockets: Socket[] = []
  for (let index = 0; index < LORIS; index++) {
    const socket = connect({ port: api.port, host: '127.0.0.1' }).on('error', () => undefined)
    socket.write('GET /api/account HTTP/1.1\r\nx: ')
    sockets.push(socket)
    if (index % 200 === 0) await wait(40)
  }
  const drip = setInterval(() => sockets.forEach((socket) => socket.destroyed || socket.write('a')), 1000)
  const { p99, errors } = await polled(others, 200, 10)
  clearInterval(drip)
  for (const socket of sockets) socket.destroy()
  const seen = `${inMs(undisturbed.p99)} → ${inMs(p99)}, ${errors} errors`
  mark(`${LORIS} slow connections: others' p99 at most 20 ms more`, seen, p99 - undisturbed.p99 <= 20 && errors === 0)
}

/** Every person has a stream, and all of them change in one moment. */
async function streams(api: ApiProcess, crowd: readonly PollingPerson[], { ctx }: TestApp): Promise<void> {
  const before = megabytesOf(api.pid)
  const told = new Set<number>()
  let lastAt = 0
  const onVersion = (person: number) => {
    told.add(person)
    lastAt = performance.now()
  }
  const opened = new Streams(api.port, { onVersion })
  for (const [index, { token }] of crowd.entries()) {
    opened.open(index, token)
    if (index % 200 === 0) await wait(40)
  }
  await waitUntil('all streams', 60, () => told.size === crowd.length)
  const memory = `${before.toFixed(0)} → ${megabytesOf(api.pid).toFixed(0)} MB`
  told.clear()
  const startedAt = performance.now()
  await ctx.db.updateTable('users').set({ surname: 'B' }).where('id', 'in', crowd.map(({ userId }) => userId)).execute() // prettier-ignore
  const committedAt = performance.now()
  await waitUntil('all are told', 60, () => told.size === crowd.length)
  const ms = lastAt - committedAt
  opened.close()
  const seen = `${inMs(ms)} after a statement of ${inMs(committedAt - startedAt)}, ${memory}`
  mark(`a change of all told to ${crowd.length} streams within 1 s of its commit`, seen, ms <= 1000)
}

/** The process is killed under all open pages and started again. */
async function restart(test: TestApp, api: ApiProcess, crowd: readonly PollingPerson[]): Promise<void> {
  const pollers = await openWarmed(api, crowd)
  await api.kill('SIGKILL')
  await startPolled(test, api.port)
  pollers.reset()
  const startedAt = performance.now()
  await waitUntil('all pages', 120, () => pollers.result().served === crowd.length)
  const tookSeconds = (performance.now() - startedAt) / 1000
  pollers.stop()
  mark(`restarted under ${crowd.length} pages: all served within 15 s`, inSeconds(tookSeconds), tookSeconds <= 15)
}
