import type { Part } from './usage.ts'

/** Shares are of one core; `others` is the load outside the bench. */
export type Sample = {
  factor: number
  cores: number
  share: Record<Part, number>
  others: number
  callsPerSecond: number
  errorShare: number
  p50: number
  p99: number
  loopDelayMs: number
  poolWaiting: number
  /** Calls without an answer at the end. */
  underWay: number
  streams: number
  megabytes: number
}

const LIMITS = {
  core: 0.95,
  machine: 0.9,
  errorShare: 0.001,
  p99: 1000,
  loopDelayMs: 250,
  poolWaiting: 20,
  underWay: 500,
}

/** Lists everything beyond its limit, the cause before the symptoms. */
export function saturated(sample: Sample): string[] {
  const { share, cores } = sample
  const machine = (share.api + share.postgres + share.redis + share.client) / cores
  const limits: [boolean, string][] = [
    [share.api >= LIMITS.core, `the core of the API process (${percent(share.api)})`],
    [share.redis >= LIMITS.core, `the core of Redis (${percent(share.redis)})`],
    [share.postgres >= LIMITS.core * cores, `PostgreSQL (${percent(share.postgres)} of a core)`],
    [machine >= LIMITS.machine, `the ${cores} cores of the machine, which the client shares (${percent(machine)})`],
    [sample.poolWaiting >= LIMITS.poolWaiting, `the API's connections to PostgreSQL (${sample.poolWaiting} wait)`],
    [sample.loopDelayMs >= LIMITS.loopDelayMs, `the API's event loop (p99 ${sample.loopDelayMs.toFixed(0)} ms late)`],
    [sample.p99 >= LIMITS.p99, `p99 of ${sample.p99.toFixed(0)} ms`],
    [sample.errorShare >= LIMITS.errorShare, `errors (${(sample.errorShare * 100).toFixed(2)} %)`],
    [sample.underWay >= LIMITS.underWay, `${sample.underWay} calls wait`],
  ] // prettier-ignore
  return limits.filter(([isOver]) => isOver).map(([, name]) => name)
}

/** One sentence. Without a limit reached it says what would be next. */
export function whatSaturatesFirst(samples: readonly Sample[]): string {
  const last = samples.at(-1)
  if (!last) return 'Nothing was measured.'
  const [first, ...others] = saturated(last)
  if (first === undefined) return `Nothing saturates up to ${last.factor}×; the busiest is ${busiest(last)}.`
  const also = others.length > 0 ? `; with it ${others.join(', ')}` : ''
  const cause = /^(the|PostgreSQL)/.test(first) ? '' : `; the busiest is ${busiest(last)}`
  return `What saturates first, at ${last.factor}×: ${first}${also}${cause}.`
}

function busiest({ share }: Sample): string {
  const parts = { api: 'the API', postgres: 'PostgreSQL', redis: 'Redis' } as const
  const [most] = (['api', 'postgres', 'redis'] as const).toSorted((one, other) => share[other] - share[one])
  return most ? `${parts[most]} with ${percent(share[most])} of a core` : 'unknown'
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`
