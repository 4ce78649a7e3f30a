import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { backendPids } from '@doslovno/server/test/backends.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { atEnd } from '#lab/ends.ts'
import { sum } from '#lab/figures.ts'
import { type ApiProcess, metric, readOrEmpty } from '#lab/processes.ts'

import { type Cell, Workers } from './cell.ts'
import type { Answer, Order } from './crowd.ts'
import type { Rates } from './mix.ts'
import { noCalls, type Tallies } from './tally.ts'

export const parts = ['api', 'postgres', 'redis', 'client'] as const
export type Part = (typeof parts)[number]

/** Calls by kind, seconds of CPU by part, and the API's own metrics. */
export type Measured = {
  seconds: number
  tallies: Tallies
  cpu: Record<Part, number>
  /** Cores that everything else on the machine has used. */
  others: number
  loopDelayMs: number
  poolWaiting: number
  streams: number
  /** Calls without an answer at the end. */
  underWay: number
}

export type Trial = {
  /** The crowd and the workers do these things, until told otherwise. */
  measure(rates: Rates, seconds: number, warmUpSeconds: number): Promise<Measured>
}

const SCRAPE_MS = 5000
export const cores = availableParallelism()

/** Opens the pages of all people. */
export async function openCell(test: TestApp, api: ApiProcess, cell: Cell): Promise<Trial> {
  const client = fork(resolve(import.meta.dirname, 'crowd.ts'))
  atEnd(() => client.disconnect())
  const ask = async (order: Order) => {
    client.send(order)
    const [answer] = (await once(client, 'message')) as [Answer]
    return answer
  }
  const workers = new Workers(test.ctx.db, cell.moving, cell.text)
  atEnd(() => workers.stop())
  await ask({ open: { ...cell.scene, port: api.port } })
  const meter = await createMeter(test, { api: api.pid, client: client.pid ?? 0 })

  const take = async (): Promise<Pick<Measured, 'tallies' | 'underWay'>> => {
    const answer = await ask({ take: true })
    const { taken, underWay } = 'taken' in answer ? answer : { taken: { all: noCalls }, underWay: 0 }
    return { tallies: { ...workers.tally.take(), ...taken }, underWay }
  }
  return {
    measure: async (rates, seconds, warmUpSeconds) => {
      client.send({ rates } satisfies Order)
      workers.setRates(rates)
      await wait(warmUpSeconds * 1000)
      await take()
      const before = await meter()
      const told = await watch(api, seconds, meter)
      return { ...spent(before, await meter()), ...told, ...(await take()) }
    },
  }
}

function spent(before: Usage, after: Usage): Pick<Measured, 'seconds' | 'cpu' | 'others'> {
  const used = (part: keyof Usage) => after[part] - before[part]
  const seconds = used('atMs') / 1000
  const cpu = { api: used('api'), postgres: used('postgres'), redis: used('redis'), client: used('client') }
  return { seconds, cpu, others: (used('machine') - sum(Object.values(cpu))) / seconds }
}

/** The worst of what the API's metrics tell in the meantime. */
async function watch({ opsPort }: ApiProcess, seconds: number, meter: () => Promise<Usage>) {
  const until = performance.now() + seconds * 1000
  const worst = { loopDelayMs: 0, poolWaiting: 0, streams: 0 }
  const more = async (seen: number, name: string, factor = 1) =>
    Math.max(seen, ((await metric(opsPort, name)) || 0) * factor)
  for (let left = seconds * 1000; left > 0; left = until - performance.now()) {
    await wait(Math.min(SCRAPE_MS, left))
    await meter()
    worst.loopDelayMs = await more(worst.loopDelayMs, 'nodejs_eventloop_lag_p99_seconds', 1000)
    worst.poolWaiting = await more(worst.poolWaiting, 'db_pool_waiting')
    worst.streams = await more(worst.streams, 'event_streams_open')
  }
  return worst
}

/** Seconds of CPU used so far; `machine` is everything that runs here. */
type Usage = Record<Part | 'machine', number> & { atMs: number }

const TICKS_PER_SECOND = 100
const IDLE = [3, 4]

/** Reads what each part has used. Call it every few seconds: idle backends end, and count as last seen. */
async function createMeter(test: TestApp, pids: { api: number; client: number }): Promise<() => Promise<Usage>> {
  const redis = await redisPid(test.config.rateLimits.redisUrl ?? '')
  const backends = new Map<number, number>()
  return async () => {
    for (const pid of await backendPids(test.ctx.db)) backends.set(pid, ownSeconds(pid) || (backends.get(pid) ?? 0))
    return {
      machine: machineSeconds(),
      atMs: performance.now(),
      api: ownSeconds(pids.api),
      postgres: sum([...backends.values()]),
      redis: ownSeconds(redis),
      client: ownSeconds(pids.client) + ownSeconds(process.pid),
    }
  }
}

async function redisPid(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1')
  socket.write('INFO server\r\n')
  const [info] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return Number(/^process_id:(\d+)/m.exec(info)?.[1])
}

function machineSeconds(): number {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
  return sum(ticks.filter((_, at) => !IDLE.includes(at))) / TICKS_PER_SECOND
}

/** Without its children: the crowd and the API are children of the bench. 0 if the process has ended. */
function ownSeconds(pid: number): number {
  // The program name comes first, in parentheses, and may contain spaces.
  const fields = readOrEmpty(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND
}
