import { ASSUMED, FOLLOWING, type Kind, kinds, MIX, type Rates } from './mix.ts'
import type { Measured } from './trial.ts'
import { saturated, type Sample } from './verdict.ts'

/** Microseconds of CPU that one thing costs, with the calls that follow from it. */
export type Cost = { kind: Kind; api: number; postgres: number; redis: number; bytes: number }

export function printCosts(costs: readonly Cost[], idle: Measured): void {
  heading('What each thing costs alone, in µs of CPU, with the calls that follow from it')
  row('kind', 'API', 'PostgreSQL', 'Redis', 'bytes', 'API core of 10,000 people', 'PostgreSQL core')
  row(...Array.from({ length: 7 }, () => '---'))
  for (const { kind, api, postgres, redis, bytes } of costs) {
    const ofCell = (micros: number) => percent((micros * MIX[kind] * ASSUMED.filesPer) / 1e6)
    row(kind, ...[api, postgres, redis, bytes].map(whole), ofCell(api), ofCell(postgres))
  }
  const { api, postgres, redis } = idle.cpu
  row('open streams, nothing happens, per second', ...[api, postgres, redis].map((cpu) => whole((cpu / idle.seconds) * 1e6)), '', '', '') // prettier-ignore
}

export function printCalls({ tallies, seconds }: Measured, factor: number): void {
  heading(`Calls at ${factor}×`)
  row('kind', 'per second', 'p50', 'p99', 'errors')
  row('---', '---', '---', '---', '---')
  for (const kind of [...kinds, ...FOLLOWING, 'all']) {
    const { calls, errors, p50, p99 } = tallies[kind] ?? { calls: 0, errors: 0, p50: 0, p99: 0 }
    row(kind, (calls / seconds).toFixed(calls / seconds < 10 ? 2 : 0), `${p50.toFixed(1)} ms`, `${p99.toFixed(0)} ms`, String(errors)) // prettier-ignore
  }
}

export function printSteps(samples: readonly Sample[]): void {
  heading('Steps: CPU in shares of one core')
  row('load', 'calls/s', 'p50', 'p99', 'errors', 'API', 'PostgreSQL', 'Redis', 'client', 'other work', 'loop p99', 'pool waits', 'memory', 'saturated') // prettier-ignore
  row(...Array.from({ length: 14 }, () => '---'))
  for (const sample of samples) {
    const { factor, callsPerSecond, p50, p99, errorShare, share, others } = sample
    const shares = [share.api, share.postgres, share.redis, share.client, others].map(percent)
    const own = [`${sample.loopDelayMs.toFixed(0)} ms`, String(sample.poolWaiting), `${sample.megabytes.toFixed(0)} MB`]
    row(`${factor}×`, callsPerSecond.toFixed(0), `${p50.toFixed(1)} ms`, `${p99.toFixed(0)} ms`, `${(errorShare * 100).toFixed(2)} %`, ...shares, ...own, saturated(sample).join('; ') || 'nothing') // prettier-ignore
  }
}

/** The costs of all kinds, times how often they happen, beside what the mix has used: they should agree. */
export function printSum(costs: readonly Cost[], rates: Rates, measured: Measured, idle: Measured): void {
  const sum = (part: 'api' | 'postgres') =>
    costs.reduce((total, cost) => total + (cost[part] * (rates[cost.kind] ?? 0)) / 1e6, idle.cpu[part] / idle.seconds) // prettier-ignore
  const seen = (part: 'api' | 'postgres') => measured.cpu[part] / measured.seconds
  console.log(
    `\nThe sum of these costs at that load: API ${percent(sum('api'))}, PostgreSQL ${percent(sum('postgres'))}; ` +
      `measured: ${percent(seen('api'))}, ${percent(seen('postgres'))}.`,
  )
}

/** To paste into `lab/capacity/assumptions.ts`. */
export function printMeasured(costs: readonly Cost[], idle: Measured, people: number, megabytes: number): void {
  const micros = (part: 'api' | 'postgres') =>
    `{ ${costs.map((cost) => `${cost.kind}: ${whole(cost[part])}`).join(', ')} }`
  heading('For lab/capacity/assumptions.ts')
  console.log(`  apiMicros: ${micros('api')},`)
  console.log(`  postgresMicros: ${micros('postgres')},`)
  console.log(`  idleMicrosPerStream: ${((idle.cpu.api / idle.seconds / Math.max(1, idle.streams)) * 1e6).toFixed(1)},`)
  console.log(`  apiMegabytes: ${whole(megabytes)}, // with ${people} people`)
}

const heading = (text: string) => console.log(`\n${text}\n`)
const row = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`)
const percent = (share: number) => `${(share * 100).toFixed(0)} %`
const whole = (number: number) => String(Math.round(number))
