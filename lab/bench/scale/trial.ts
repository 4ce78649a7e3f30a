import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { TestApp } from '@doslovno/server/test/test-app.ts'

import type { ApiProcess } from '#lab/api.ts'

import type { Cell } from './cell.ts'
import type { Answer, Order } from './client.ts'
import type { Rates } from './mix.ts'
import type { Tallies } from './tally.ts'
import { createMeter, type Part, type Usage } from './usage.ts'
import { Workers } from './workers.ts'

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
  stop(): Promise<void>
}

const SCRAPE_MS = 5000
export const cores = availableParallelism()

/** Opens the pages of all people. */
export async function openCell(test: TestApp, api: ApiProcess, opsPort: number, cell: Cell): Promise<Trial> {
  const client = fork(resolve(import.meta.dirname, 'client.ts'))
  const ask = async (order: Order) => {
    client.send(order)
    const [answer] = (await once(client, 'message')) as [Answer]
    return answer
  }
  const workers = new Workers(test.ctx.db, cell.moving, cell.text)
  const port = Number(new URL(api.url).port)
  await ask({ open: { ...cell.scene, port } })
  const meter = await createMeter(test, { api: api.process.pid ?? 0, client: client.pid ?? 0 })

  const take = async (): Promise<Pick<Measured, 'tallies' | 'underWay'>> => {
    const answer = await ask({ take: true })
    const { taken, underWay } = 'taken' in answer ? answer : { taken: {}, underWay: 0 }
    return { tallies: { ...without(workers.tally.take(), 'all'), ...taken }, underWay }
  }
  return {
    measure: async (rates, seconds, warmUpSeconds) => {
      client.send({ rates } satisfies Order)
      workers.setRates(rates)
      await pause(warmUpSeconds * 1000)
      await take()
      const before = await meter()
      const told = await watch(opsPort, seconds, meter)
      return { ...spent(before, await meter()), ...told, ...(await take()) }
    },
    stop: async () => {
      workers.stop()
      client.disconnect()
      await once(client, 'exit')
    },
  }
}

function spent(before: Usage, after: Usage): Pick<Measured, 'seconds' | 'cpu' | 'others'> {
  const used = (part: keyof Usage) => after[part] - before[part]
  const seconds = used('atMs') / 1000
  const cpu = { api: used('api'), postgres: used('postgres'), redis: used('redis'), client: used('client') }
  const ours = Object.values(cpu).reduce((sum, part) => sum + part, 0)
  return { seconds, cpu, others: (used('machine') - ours) / seconds }
}

/** The worst of what the API's metrics tell in the meantime. */
async function watch(opsPort: number, seconds: number, meter: () => Promise<Usage>) {
  const until = performance.now() + seconds * 1000
  const worst = { loopDelayMs: 0, poolWaiting: 0, streams: 0 }
  for (let left = seconds * 1000; left > 0; left = until - performance.now()) {
    await pause(Math.min(SCRAPE_MS, left))
    await meter()
    const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
    const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
    worst.loopDelayMs = Math.max(worst.loopDelayMs, read('nodejs_eventloop_lag_p99_seconds') * 1000)
    worst.poolWaiting = Math.max(worst.poolWaiting, read('db_pool_waiting'))
    worst.streams = Math.max(worst.streams, read('event_streams_open'))
  }
  return worst
}

function without(tallies: Tallies, name: string): Tallies {
  return Object.fromEntries(Object.entries(tallies).filter(([kind]) => kind !== name))
}
