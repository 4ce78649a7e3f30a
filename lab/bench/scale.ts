import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { log } from '#lab/marks.ts'
import { type ApiProcess, megabytesOf, startApi } from '#lab/processes.ts'

import { fillCell } from './scale/cell.ts'
import { ASSUMED, type Kind, kinds, ratesOf } from './scale/mix.ts'
import { type Cost, printCalls, printCosts, printMeasured, printSteps, printSum, saturated, type Step, whatSaturatesFirst } from './scale/report.ts' // prettier-ignore
import { cores, type Measured, openCell, type Trial } from './scale/trial.ts'

const [people, seconds] = numbers(10_000, 60)
/** How much busier than assumed, until something saturates. */
const FACTORS = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8]
const WARM_UP_SECONDS = Math.min(15, seconds / 2)
/** Longer than the pause between two beats of a stream. */
const IDLE_SECONDS = 21
const ALONE_SECONDS = Math.min(10, seconds)
/** Per second, when a kind is measured alone: enough to see in CPU ticks of 10 ms, without a queue. */
const ALONE: Record<Kind, number> = { account: 500, list: 500, movingList: 50, openList: 50, read: 5, edit: 5, search: 10, upload: 1, stream: 50, task: 20, finish: 0.5 } // prettier-ignore

/**
 * A cell of people with open pages (`scale/mix.ts` says what they do) against one API process, with PostgreSQL and Redis
 * on the same machine: what each thing costs, and what saturates first.
 */
export async function main(): Promise<void> {
  const test = await freshApp()
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1000000', API_MAX_CONNECTIONS: '30000' })
  log(`filling a cell of ${people} people`)
  const trial = await openCell(test, api, await fillCell(test, people))
  log(`${people} pages are open, the API has ${megabytesOf(api.pid).toFixed(0)} MB`)
  const idle = await trial.measure({}, IDLE_SECONDS, 2)
  const costs = await measureCosts(trial, idle)
  const steps = await climb(trial, api)
  // The product's own load, or the most that was borne of it.
  const shown = steps.findLast((step) => step.factor <= 1 && saturated(step).length === 0) ?? steps[0]
  printCosts(costs, idle)
  if (shown) {
    printCalls(shown)
    printSum(costs, ratesOf(people, shown.factor), shown, idle)
  }
  printSteps(steps)
  printMeasured(costs, idle, people, shown?.megabytes ?? 0)
  console.log(`\n${people} people, ${seconds} s a step, ${cores} cores. ${whatSaturatesFirst(steps)}`)
}

/** Each kind alone; what open pages cost by themselves is taken off. */
async function measureCosts(trial: Trial, idle: Measured): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const kind of kinds) {
    const measured = await trial.measure({ [kind]: ALONE[kind] }, ALONE_SECONDS, 2)
    const { calls = 0, bytes = 0 } = measured.tallies[kind] ?? {}
    // An upload is begun and completed, and has a call for each part.
    const times = Math.max(1, kind === 'upload' ? calls / (ASSUMED.partsPerFile + 2) : calls)
    const micros = (part: 'api' | 'postgres' | 'redis') =>
      Math.max(0, ((measured.cpu[part] - (idle.cpu[part] * measured.seconds) / idle.seconds) * 1e6) / times)
    const cost = { api: micros('api'), postgres: micros('postgres'), redis: micros('redis') }
    costs.push({ kind, ...cost, bytes: bytes / times })
    log(`${kind}: ${calls} calls alone, ${cost.api.toFixed(0)} µs of the API`)
  }
  return costs
}

async function climb(trial: Trial, { pid }: ApiProcess): Promise<Step[]> {
  const steps: Step[] = []
  for (const factor of FACTORS) {
    const measured = await trial.measure(ratesOf(people, factor), seconds, WARM_UP_SECONDS)
    const step = { ...measured, factor, megabytes: megabytesOf(pid) }
    steps.push(step)
    const { calls, p99 } = measured.tallies.all
    log(`${factor}×: ${(calls / measured.seconds).toFixed(0)} calls/s, p99 ${p99.toFixed(0)} ms`)
    if (saturated(step).length > 0) break
  }
  return steps
}
