import { inMs, percent, printHead, printRow, sum } from '#lab/figures.ts'

import { ASSUMED, FOLLOWING, type Kind, kinds, MIX, type Rates } from './mix.ts'
import { cores, type Measured, type Part, parts } from './trial.ts'

export type Step = Measured & { factor: number; megabytes: number }

const LIMITS = {
  core: 0.95,
  machine: 0.9,
  errorShare: 0.001,
  p99: 1000,
  loopDelayMs: 250,
  poolWaiting: 20,
  underWay: 500,
}

const share = (value: number) => percent(value, 0)
/** Of one core. */
const shareOf = ({ cpu, seconds }: Measured, part: Part) => cpu[part] / seconds
const errorShareOf = ({ calls, errors }: { calls: number; errors: number }) => errors / Math.max(1, calls + errors)

/** Lists everything beyond its limit, the cause before the symptoms. */
export function saturated(step: Step): string[] {
  const { loopDelayMs, poolWaiting, underWay, tallies } = step
  const [api, postgres, redis] = [shareOf(step, 'api'), shareOf(step, 'postgres'), shareOf(step, 'redis')]
  const machine = sum(parts.map((part) => shareOf(step, part))) / cores
  const [{ p99 }, errors] = [tallies.all, errorShareOf(tallies.all)]
  const limits: [boolean, string][] = [
    [api >= LIMITS.core, `the core of the API process (${share(api)})`],
    [redis >= LIMITS.core, `the core of Redis (${share(redis)})`],
    [postgres >= LIMITS.core * cores, `PostgreSQL (${share(postgres)} of a core)`],
    [machine >= LIMITS.machine, `the ${cores} cores of the machine, which the client shares (${share(machine)})`],
    [poolWaiting >= LIMITS.poolWaiting, `the API's connections to PostgreSQL (${poolWaiting} wait)`],
    [loopDelayMs >= LIMITS.loopDelayMs, `the API's event loop (p99 ${inMs(loopDelayMs)} late)`],
    [p99 >= LIMITS.p99, `p99 of ${inMs(p99)}`],
    [errors >= LIMITS.errorShare, `errors (${percent(errors, 2)})`],
    [underWay >= LIMITS.underWay, `${underWay} calls wait`],
  ]
  return limits.filter(([isOver]) => isOver).map(([, name]) => name)
}

/** One sentence. Without a limit reached it says what would be next. */
export function whatSaturatesFirst(steps: readonly Step[]): string {
  const last = steps.at(-1)
  if (!last) return 'Nothing was measured.'
  const [first, ...others] = saturated(last)
  if (first === undefined) return `Nothing saturates up to ${last.factor}×; the busiest is ${busiest(last)}.`
  const also = others.length > 0 ? `; with it ${others.join(', ')}` : ''
  const cause = /^(the|PostgreSQL)/.test(first) ? '' : `; the busiest is ${busiest(last)}`
  return `What saturates first, at ${last.factor}×: ${first}${also}${cause}.`
}

function busiest(step: Step): string {
  const names = { api: 'the API', postgres: 'PostgreSQL', redis: 'Redis' } as const
  const [most = 'api'] = (['api', 'postgres', 'redis'] as const).toSorted((a, b) => shareOf(step, b) - shareOf(step, a))
  return `${names[most]} with ${share(shareOf(step, most))} of a core`
}

/** Microseconds of CPU that one thing costs, with the calls that follow from it. */
export type Cost = { kind: Kind; api: number; postgres: number; redis: number; bytes: number }

export function printCosts(costs: readonly Cost[], idle: Measured): void {
  const title = 'What each thing costs alone, in µs of CPU, with the calls that follow from it'
  printHead(title, ['kind', 'API', 'PostgreSQL', 'Redis', 'bytes', 'API core of 10,000 people', 'PostgreSQL core'])
  for (const { kind, api, postgres, redis, bytes } of costs) {
    const ofCell = (micros: number) => share((micros * MIX[kind] * ASSUMED.filesPer) / 1e6)
    printRow([kind, ...[api, postgres, redis, bytes].map(Math.round), ofCell(api), ofCell(postgres)])
  }
  const perSecond = (['api', 'postgres', 'redis'] as const).map((part) => Math.round(shareOf(idle, part) * 1e6))
  printRow(['open streams, nothing happens, per second', ...perSecond, '', '', ''])
}

export function printCalls({ tallies, seconds, factor }: Step): void {
  printHead(`Calls at ${factor}×`, ['kind', 'per second', 'p50', 'p99', 'errors'])
  for (const kind of [...kinds, ...FOLLOWING, 'all']) {
    const { calls, errors, p50, p99 } = tallies[kind] ?? { calls: 0, errors: 0, p50: 0, p99: 0 }
    printRow([kind, (calls / seconds).toFixed(calls / seconds < 10 ? 2 : 0), inMs(p50), inMs(p99), errors])
  }
}

export function printSteps(steps: readonly Step[]): void {
  printHead('Steps: CPU in shares of one core', ['load', 'calls/s', 'p50', 'p99', 'errors', 'API', 'PostgreSQL', 'Redis', 'client', 'other work', 'loop p99', 'pool waits', 'memory', 'saturated']) // prettier-ignore
  for (const step of steps) {
    const { factor, seconds, others, loopDelayMs, poolWaiting, megabytes, tallies } = step
    const { calls, p50, p99 } = tallies.all
    const called = [(calls / seconds).toFixed(0), inMs(p50), inMs(p99), percent(errorShareOf(tallies.all), 2)]
    const shares = [...parts.map((part) => shareOf(step, part)), others].map(share)
    const own = [inMs(loopDelayMs), poolWaiting, `${megabytes.toFixed(0)} MB`]
    printRow([`${factor}×`, ...called, ...shares, ...own, saturated(step).join('; ') || 'nothing'])
  }
}

/** The costs of all kinds, times how often they happen, beside what the mix has used: they should agree. */
export function printSum(costs: readonly Cost[], rates: Rates, step: Step, idle: Measured): void {
  const [computed, seen] = [
    (part: 'api' | 'postgres') =>
      share(sum(costs.map((cost) => (cost[part] * (rates[cost.kind] ?? 0)) / 1e6)) + shareOf(idle, part)),
    (part: 'api' | 'postgres') => share(shareOf(step, part)),
  ]
  console.log(`\nThe sum of these costs at that load: API ${computed('api')}, PostgreSQL ${computed('postgres')}; measured: ${seen('api')}, ${seen('postgres')}.`) // prettier-ignore
}

/** To paste into `lab/capacity.ts`. */
export function printMeasured(costs: readonly Cost[], idle: Measured, people: number, megabytes: number): void {
  const micros = (part: 'api' | 'postgres') =>
    `{ ${costs.map((cost) => `${cost.kind}: ${Math.round(cost[part])}`).join(', ')} }`
  console.log('\n### For lab/capacity.ts\n')
  console.log(`  apiMicros: ${micros('api')},`)
  console.log(`  postgresMicros: ${micros('postgres')},`)
  console.log(`  idleMicrosPerStream: ${((shareOf(idle, 'api') / Math.max(1, idle.streams)) * 1e6).toFixed(1)},`)
  console.log(`  apiMegabytes: ${Math.round(megabytes)}, // with ${people} people`)
}
