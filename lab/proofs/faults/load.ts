import { setTimeout as wait } from 'node:timers/promises'

export type Answers = {
  count: number
  /** How many answers had each status; 0 stands for no answer. */
  statuses: Record<number, number>
  p99Ms: number
  slowestMs: number
}

type Call = () => Promise<{ status: number }>

/** Calls at a fixed rate, whether or not earlier calls were answered. */
export async function callSteadily(call: Call, { perSecond, until }: { perSecond: number; until: Promise<unknown> }) {
  let isOver = false
  void until.finally(() => (isOver = true)).catch(() => undefined)
  const calls: Promise<{ status: number; ms: number }>[] = []
  while (!isOver) {
    calls.push(timed(call))
    await wait(1000 / perSecond)
  }
  return summary(await Promise.all(calls))
}

async function timed(call: Call): Promise<{ status: number; ms: number }> {
  const started = performance.now()
  const status = await call().then(
    (answer) => answer.status,
    () => 0,
  )
  return { status, ms: performance.now() - started }
}

function summary(answers: readonly { status: number; ms: number }[]): Answers {
  const statuses: Record<number, number> = {}
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    count: answers.length,
    statuses,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    slowestMs: times.at(-1) ?? 0,
  }
}

/** Server errors and missing answers. */
export function failuresOf({ statuses }: Answers): number {
  return Object.entries(statuses).reduce(
    (sum, [status, count]) => sum + (Number(status) === 0 || Number(status) >= 500 ? count : 0),
    0,
  )
}

export function describeAnswers({ count, statuses, p99Ms }: Answers): string {
  const by = Object.entries(statuses).map(([status, n]) => `${n} × ${status}`)
  return `${count} calls: ${by.join(', ')}; p99 ${p99Ms.toFixed(0)} ms`
}
