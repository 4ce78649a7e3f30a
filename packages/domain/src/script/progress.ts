/** How far a process has come; the cost of work is the seconds it should take. */
export type Work = { isPrepared: boolean; costDone: number; costBegun: number; costTotal: number }

const PREPARED = 5
const FINISHED = 99

/** A piece that takes longer than it should counts as nearly done. */
export const NEARLY = 0.95

/**
 * Percent of a running process, weighted by what its pieces of work cost, those under way included.
 * It grows with the work and reaches 100 only when the process is complete.
 */
export function progressOf({ isPrepared, costDone, costBegun, costTotal }: Work): number {
  if (!isPrepared) return 0
  const share = costTotal > 0 ? Math.min(1, (costDone + costBegun) / costTotal) : 1
  return PREPARED + (FINISHED - PREPARED) * share
}

/** A piece that is worked at: what it costs, and for how many seconds it is already. */
export type Begun = { cost: number; seconds: number }

/** What of the cost of pieces under way is done. */
export function costOfBegun(begun: readonly Begun[]): number {
  return begun.reduce((sum, { cost, seconds }) => sum + Math.min(seconds, cost * NEARLY), 0)
}

/** What a process has done since its work began, and what is left of it. */
export type WorkLeft = {
  costDone: number
  /** Seconds that the done pieces were worked at, all together. */
  busySeconds: number
  /** Seconds since the work began. */
  wallSeconds: number
  begun: readonly Begun[]
  /** Costs of the others, in the order in which they are taken. */
  waiting: readonly number[]
  /** Nothing was ever done here before: what pieces cost is a guess. */
  isFirst?: boolean
}

/** After so many seconds of work its own speed counts as much as what it should be. */
const BELIEF_SECONDS = 60
/** The same where what it should be is a guess. */
const GUESS_SECONDS = 5
/** Earlier it cannot be told how many are at work. */
const FIRST_SECONDS = 3

/**
 * Seconds left: every piece is given to the hand that is free first, as many hands as were at work so far, each at the
 * speed so far. Undefined until there is a speed to judge by.
 */
export function etaSeconds(work: WorkLeft): number | undefined {
  const { costDone, busySeconds, wallSeconds, begun, waiting, isFirst = false } = work
  const hands = (busySeconds + begun.reduce((sum, { seconds }) => sum + seconds, 0)) / wallSeconds
  if (wallSeconds < FIRST_SECONDS || hands <= 0) return undefined
  const places = Math.max(1, Math.round(hands))
  const belief = isFirst ? GUESS_SECONDS : BELIEF_SECONDS
  const slowness = (busySeconds + belief) / (costDone + belief)
  // Hands that now and then have nothing to do, or work for others, are slower ones.
  const secondsPerCost = slowness * Math.max(1, places / hands)
  const left = begun.map(({ cost, seconds }) => {
    const whole = cost * secondsPerCost
    return Math.max(whole - seconds, whole * (1 - NEARLY))
  })
  const free = Array.from({ length: Math.max(0, places - left.length) }, () => 0)
  const ends = [...left, ...free]
  for (const cost of waiting) {
    const first = ends.indexOf(Math.min(...ends))
    ends[first] = (ends[first] ?? 0) + cost * secondsPerCost
  }
  return Math.max(1, Math.round(Math.max(0, ...ends)))
}
