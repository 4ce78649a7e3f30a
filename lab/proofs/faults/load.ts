import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { count, listed, most, percentile } from '#lab/figures.ts'

import type { Closed, Crowd, SlowSenders, Visitors } from './crowds.ts'

export type Answers = {
  count: number
  /** How many answers had each status; 0 stands for no answer. */
  statuses: Record<string, number>
  p99Ms: number
  slowestMs: number
}

/** Calls at a fixed rate, whether or not earlier calls were answered. */
export async function callSteadily(
  call: () => Promise<{ status: number }>,
  { perSecond, until }: { perSecond: number; until: Promise<unknown> },
): Promise<Answers> {
  let isOver = false
  void until.finally(() => (isOver = true)).catch(() => undefined)
  const statuses: Record<string, number> = {}
  const calls: Promise<number>[] = []
  const timedCall = async () => {
    const startedAt = performance.now()
    const { status } = await call().catch(() => ({ status: 0 }))
    count(statuses, status)
    return performance.now() - startedAt
  }
  while (!isOver) {
    calls.push(timedCall())
    await wait(1000 / perSecond)
  }
  const times = await Promise.all(calls)
  return { count: times.length, statuses, p99Ms: percentile(times, 0.99), slowestMs: most(times) }
}

/** Server errors and missing answers. */
export function failuresOf({ statuses }: Answers): number {
  const failed = Object.entries(statuses).filter(([status]) => status === '0' || Number(status) >= 500)
  return failed.reduce((total, [, times]) => total + times, 0)
}

export const describeAnswers = ({ count: calls, statuses, p99Ms }: Answers) =>
  `${calls} calls: ${listed(statuses)}; p99 ${p99Ms.toFixed(0)} ms`

export const runVisitors = (visitors: Visitors) => runCrowd<number>({ visitors })
export const runSenders = (senders: SlowSenders) => runCrowd<Closed>({ senders })

/** In a thread of its own, so that its load does not delay what is measured; returns its message. */
function runCrowd<Result>(crowd: Crowd): Promise<Result> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./crowds.ts', import.meta.url), { workerData: crowd })
    worker.once('message', done)
    worker.once('error', fail)
  })
}
