import { freePort } from '@doslovno/server/test/free-port.ts'

import { startApi } from '#lab/api.ts'
import { createFreshApp } from '#lab/app.ts'

import { fillCell } from './scale/cell.ts'
import { ASSUMED, type Kind, kinds, ratesOf } from './scale/mix.ts'
import { type Cost, printCalls, printCosts, printMeasured, printSteps, printSum } from './scale/report.ts'
import { cores, type Measured, openCell, type Trial } from './scale/trial.ts'
import { megabytesOf } from './scale/usage.ts'
import { type Sample, saturated, whatSaturatesFirst } from './scale/verdict.ts'

const [people = 10_000, seconds = 60] = process.argv.slice(3).map(Number)
/** How much busier than assumed, until something saturates. */
const FACTORS = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8]
const WARM_UP_SECONDS = Math.min(15, seconds / 2)
/** Longer than the pause between two beats of a stream. */
const IDLE_SECONDS = 21
const ALONE_SECONDS = Math.min(10, seconds)
/** Per second, when a kind is measured alone: enough to see in CPU ticks of 10 ms, without a queue. */
const ALONE: Record<Kind, number> = {
  account: 500,
  list: 500,
  movingList: 50,
  openList: 50,
  read: 5,
  edit: 5,
  search: 10,
  upload: 1,
  stream: 50,
  task: 20,
  finish: 0.5,
}

/**
 * `pnpm bench scale [PEOPLE] [SECONDS]`: a cell of people with open pages (`scale/mix.ts` says what they do) against one
 * API process, with PostgreSQL and Redis on the same machine: what each thing costs, and what saturates first.
 */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const opsPort = await freePort()
  const limits = { RATE_LIMIT_FACTOR: '1000000', API_MAX_CONNECTIONS: '30000', OPS_PORT: String(opsPort) }
  const api = await startApi(test.config, limits)
  const pid = api.process.pid ?? 0
  let trial: Trial | undefined
  try {
    console.log(`filling a cell of ${people} people`)
    const cell = await fillCell(test, people)
    trial = await openCell(test, api, opsPort, cell)
    console.log(`${people} pages are open, the API has ${megabytesOf(pid).toFixed(0)} MB`)
    const idle = await trial.measure({}, IDLE_SECONDS, 2)
    const costs = await measureCosts(trial, idle)
    const steps = await climb(trial, pid)
    // The product's own load, or the most that was borne of it.
    const shown = steps.findLast(({ sample }) => sample.factor <= 1 && saturated(sample).length === 0) ?? steps[0]
    printCosts(costs, idle)
    if (shown) {
      printCalls(shown.measured, shown.sample.factor)
      printSum(costs, ratesOf(people, shown.sample.factor), shown.measured, idle)
    }
    const samples = steps.map(({ sample }) => sample)
    printSteps(samples)
    printMeasured(costs, idle, people, shown?.sample.megabytes ?? 0)
    console.log(`\n${people} people, ${seconds} s a step, ${cores} cores. ${whatSaturatesFirst(samples)}`)
  } finally {
    await trial?.stop()
    await api.kill('SIGKILL')
    await close()
  }
}

/** Each kind alone; what open pages cost by themselves is taken off. */
async function measureCosts(trial: Trial, idle: Measured): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const kind of kinds) {
    const measured = await trial.measure({ [kind]: ALONE[kind] }, ALONE_SECONDS, 2)
    const { calls = 0, bytes = 0 } = measured.tallies[kind] ?? {}
    // An upload is begun and completed, and has a call for each part.
    const times = kind === 'upload' ? calls / (ASSUMED.partsPerFile + 2) : calls
    const micros = (part: 'api' | 'postgres' | 'redis') =>
      Math.max(
        0,
        ((measured.cpu[part] - (idle.cpu[part] * measured.seconds) / idle.seconds) * 1e6) / Math.max(1, times),
      )
    costs.push({ kind, api: micros('api'), postgres: micros('postgres'), redis: micros('redis'), bytes: bytes / Math.max(1, times) }) // prettier-ignore
    console.log(`${kind}: ${calls} calls alone, ${micros('api').toFixed(0)} µs of the API`)
  }
  return costs
}

type Step = { sample: Sample; measured: Measured }

async function climb(trial: Trial, pid: number): Promise<Step[]> {
  const steps: Step[] = []
  for (const factor of FACTORS) {
    const measured = await trial.measure(ratesOf(people, factor), seconds, WARM_UP_SECONDS)
    const sample = sampleOf(measured, factor, megabytesOf(pid))
    steps.push({ sample, measured })
    console.log(`${factor}×: ${sample.callsPerSecond.toFixed(0)} calls/s, p99 ${sample.p99.toFixed(0)} ms`)
    if (saturated(sample).length > 0) break
  }
  return steps
}

function sampleOf(measured: Measured, factor: number, megabytes: number): Sample {
  const { tallies, seconds: lasted, cpu, others, loopDelayMs, poolWaiting, underWay, streams } = measured
  const share = (part: keyof typeof cpu) => cpu[part] / lasted
  const { calls, errors, p50, p99 } = tallies['all'] ?? { calls: 0, errors: 0, p50: 0, p99: 0 }
  return {
    factor,
    cores,
    share: { api: share('api'), postgres: share('postgres'), redis: share('redis'), client: share('client') },
    others,
    callsPerSecond: calls / lasted,
    errorShare: errors / Math.max(1, calls + errors),
    p50,
    p99,
    loopDelayMs,
    poolWaiting,
    underWay,
    streams,
    megabytes,
  }
}
