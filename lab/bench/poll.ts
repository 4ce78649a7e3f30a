import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { addPeople, type PollingPerson } from '@doslovno/server/test/polling/people.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { type ApiProcess, startApi } from '#lab/api.ts'
import { createFreshApp } from '#lab/app.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

import { pause, type Polled, Pollers } from './poll/pollers.ts'
import { openStreams } from './poll/streams.ts'

const LIST = '/api/scripts?page=1&pageSize=10&sort=-uploadAt'
const ACCOUNT = '/api/account'
const BUSY_CONNECTIONS = 64
const WARM_ROUNDS = 20
const [people = 10_000, seconds = 60] = process.argv.slice(3).map(Number)
/** Account every 8 s and list every 10 s: 0.225 calls a second and page. */
const PAGE_MS = 1000 / 0.225

type Mark = { name: string; seen: string; isMet: boolean }

/** `pnpm bench poll [PEOPLE] [SECONDS]`: what open pages cost one API process. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  let api = await startPolled(test)
  try {
    const crowd = await addPeople(test, people)
    const marks = [
      ...(await againstBare(api, crowd)),
      ...(await openPages(api, crowd)),
      ...(await slowLoris(api, crowd)),
      ...(await streams(api, crowd, test)),
    ]
    const restarted = await restart(test, api, crowd)
    api = restarted.api
    report([...marks, restarted.mark])
  } finally {
    await api.kill('SIGKILL')
    await close()
  }
}

function startPolled(test: TestApp, port?: number): Promise<ApiProcess> {
  return startApi(test.config, { RATE_LIMIT_FACTOR: '1000000', API_MAX_CONNECTIONS: '30000' }, port)
}

const portOf = ({ url }: ApiProcess) => Number(new URL(url).port)

/** Unchanged polls of one user, as fast as they are answered, beside Fastify alone with a constant of the same size. */
async function againstBare(api: ApiProcess, [one]: PollingPerson[]): Promise<Mark[]> {
  const token = one?.token ?? ''
  const body = await (await api.call('GET', LIST, { token })).text()
  const bare = await startBare(body.length)
  const asked = [
    { name: 'bare Fastify', target: { port: bare.port, path: '/' } },
    { name: 'list', target: { port: portOf(api), path: LIST, token } },
    { name: 'account', target: { port: portOf(api), path: ACCOUNT, token } },
  ]
  const rates = new Map<string, number>()
  // In turns, so that other load affects all alike; the first turn warms up.
  for (let turn = 0; turn < 4; turn++)
    for (const { name, target } of asked) {
      const { perSecond } = await polled(
        Array.from({ length: BUSY_CONNECTIONS }, () => target),
        0,
        4,
      )
      if (turn > 0) rates.set(name, (rates.get(name) ?? 0) + perSecond / 3)
    }
  bare.kill()
  const bareRate = rates.get('bare Fastify') ?? 0
  console.log(`bare Fastify, ${body.length} bytes: ${bareRate.toFixed(0)} calls/s`)
  return ['list', 'account'].map((name) => {
    const rate = rates.get(name) ?? 0
    const ratio = rate / bareRate
    return mark(
      `unchanged ${name} ≥ 0.5 of bare Fastify`,
      `${rate.toFixed(0)} calls/s, ${ratio.toFixed(2)}`,
      ratio >= 0.5,
    )
  })
}

async function startBare(bytes: number): Promise<{ port: number; kill: () => void }> {
  const port = await freePort()
  const file = resolve(projectRoot, 'apps/server/test/polling/bare.ts')
  const child = spawn(process.execPath, [file, String(port), String(bytes)], { stdio: 'inherit' })
  await waitUntil('bare Fastify', 30, () => fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => ok, () => false)) // prettier-ignore
  return { port, kill: () => child.kill() }
}

async function polled(
  targets: ConstructorParameters<typeof Pollers>[0],
  everyMs: number,
  lasting: number,
): Promise<Polled> {
  const pollers = new Pollers(targets, everyMs)
  await pollers.open()
  await pause(Math.max(1000, everyMs * 1.5))
  pollers.reset()
  await pause(lasting * 1000)
  const result = pollers.result()
  pollers.stop()
  return result
}

const pagesOf = (api: ApiProcess, crowd: readonly PollingPerson[]) =>
  crowd.map(({ token }, index) => ({ port: portOf(api), path: index % 9 < 5 ? ACCOUNT : LIST, token }))

/** Opens a page per person and waits until each has been answered «unchanged»: the first call grants minutes. */
async function openWarmed(api: ApiProcess, crowd: readonly PollingPerson[]): Promise<Pollers> {
  const pollers = new Pollers(pagesOf(api, crowd), PAGE_MS)
  await pollers.open()
  for (let round = 0; round < WARM_ROUNDS; round++) {
    pollers.reset()
    await pause(PAGE_MS * 1.5)
    const { unchanged, served } = pollers.result()
    if (unchanged === 1 && served === crowd.length) break
  }
  return pollers
}

/** A connection per open page, at the intervals of the product. */
async function openPages(api: ApiProcess, crowd: readonly PollingPerson[]): Promise<Mark[]> {
  const pollers = await openWarmed(api, crowd)
  const before = megabytesOf(api)
  pollers.reset()
  await pause(seconds * 1000)
  const { perSecond, p50, p99, errors, failures, unchanged } = pollers.result()
  const after = megabytesOf(api)
  pollers.stop()
  const growth = after / before - 1
  const waits = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, ${(unchanged * 100).toFixed(1)} % unchanged`
  return [
    mark(
      `${crowd.length} open pages for ${seconds} s: no error`,
      `${perSecond} calls/s, ${errors} errors ${failures}`.trim(),
      errors === 0,
    ),
    mark('p99 ≤ 250 ms', waits, p99 <= 250),
    mark('memory within 10 %', `${before.toFixed(0)} → ${after.toFixed(0)} MB`, growth <= 0.1),
  ]
}

function megabytesOf({ process: { pid } }: ApiProcess): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1000
}

const LORIS = 3000

/** Connections that send their headers a byte at a time must not slow down anybody else. */
async function slowLoris(api: ApiProcess, crowd: readonly PollingPerson[]): Promise<Mark[]> {
  const others = pagesOf(api, crowd.slice(0, 200))
  const undisturbed = await polled(others, 200, 10)
  const sockets: Socket[] = []
  for (let index = 0; index < LORIS; index++) {
    const socket = connect({ port: portOf(api), host: '127.0.0.1' }).on('error', () => undefined)
    socket.write('GET /api/account HTTP/1.1\r\nx: ')
    sockets.push(socket)
    if (index % 200 === 0) await pause(40)
  }
  const drip = setInterval(() => sockets.forEach((socket) => socket.destroyed || socket.write('a')), 1000)
  const disturbed = await polled(others, 200, 10)
  clearInterval(drip)
  for (const socket of sockets) socket.destroy()
  const more = disturbed.p99 - undisturbed.p99
  return [
    mark(`${LORIS} slow connections: others' p99 at most 20 ms more`, `${undisturbed.p99.toFixed(1)} → ${disturbed.p99.toFixed(1)} ms, ${disturbed.errors} errors`, more <= 20 && disturbed.errors === 0),
  ] // prettier-ignore
}

/** Every person has a stream, and all of them change in one moment. */
async function streams(api: ApiProcess, crowd: readonly PollingPerson[], { ctx }: TestApp): Promise<Mark[]> {
  const before = megabytesOf(api)
  const opened = await openStreams(portOf(api), crowd)
  await waitUntil('all streams', 60, () => opened.told() === crowd.length)
  const memory = `${before.toFixed(0)} → ${megabytesOf(api).toFixed(0)} MB`
  opened.reset()
  const startedAt = performance.now()
  await ctx.db.updateTable('users').set({ surname: 'B' }).where('id', 'in', crowd.map(({ userId }) => userId)).execute() // prettier-ignore
  const committedAt = performance.now()
  await waitUntil('all are told', 60, () => opened.told() === crowd.length)
  const ms = opened.lastAt() - committedAt
  opened.close()
  return [
    mark(`a change of all told to ${crowd.length} streams within 1 s of its commit`, `${ms.toFixed(0)} ms after a statement of ${(committedAt - startedAt).toFixed(0)} ms, ${memory}`, ms <= 1000),
  ] // prettier-ignore
}

/** The process is killed under all open pages and started again. */
async function restart(
  test: TestApp,
  api: ApiProcess,
  crowd: readonly PollingPerson[],
): Promise<{ api: ApiProcess; mark: Mark }> {
  const pollers = await openWarmed(api, crowd)
  await api.kill('SIGKILL')
  const again = await startPolled(test, portOf(api))
  pollers.reset()
  const startedAt = performance.now()
  await waitUntil('all pages', 120, () => pollers.result().served === crowd.length)
  const ms = performance.now() - startedAt
  pollers.stop()
  return { api: again, mark: mark(`restarted under ${crowd.length} pages: all served within 15 s`, `${(ms / 1000).toFixed(1)} s`, ms <= 15_000) } // prettier-ignore
}

function mark(name: string, seen: string, isMet: boolean): Mark {
  const line = { name, seen, isMet }
  console.log(`${isMet ? 'met' : 'NOT MET'}  ${name}: ${seen}`)
  return line
}

function report(marks: readonly Mark[]): void {
  const missed = marks.filter(({ isMet }) => !isMet).length
  console.log(missed === 0 ? 'every mark is met' : `${missed} of ${marks.length} marks are not met`)
  process.exitCode = missed === 0 ? 0 : 1
}
