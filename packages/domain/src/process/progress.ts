/** How far a process has come. The cost of a task is the seconds it is expected to take. */
export type Work = { isPrepared: boolean; costDone: number; costBegun: number; costTotal: number }

const PREPARED = 5
const FINISHED = 99

/** Share of its cost that an overdue task counts as done. */
export const NEARLY = 0.95

/**
 * Percent of a running process, weighted by the cost of its tasks, running ones included.
 * It stays below 100 until the process is complete.
 */
export function progressOf({ isPrepared, costDone, costBegun, costTotal }: Work): number {
  if (!isPrepared) return 0
  const share = costTotal > 0 ? Math.min(1, (costDone + costBegun) / costTotal) : 1
  return PREPARED + (FINISHED - PREPARED) * share
}

/** A task in progress. */
export type RunningTask = {
  cost: number
  /** Seconds spent so far. */
  seconds: number
}

/** The cost already done of running tasks. */
export function costOfBegun(begun: readonly RunningTask[]): number {
  return begun.reduce((sum, { cost, seconds }) => sum + Math.min(seconds, cost * NEARLY), 0)
}

/** Work done by a process since its first task started, and work left. */
export type WorkLeft = {
  costDone: number
  /** Seconds spent on finished tasks, summed over workers. */
  busySeconds: number
  /** Seconds since the first task started. */
  wallSeconds: number
  begun: readonly RunningTask[]
  /** Costs of waiting tasks, in dispatch order. */
  waiting: readonly number[]
  /** The first file of this installation: costs are guesses. */
  isFirst?: boolean
}

/** From here measured and expected speed weigh equally. */
const PRIOR_SECONDS = 60
/** The same where the expected speed is a guess. */
const WEAK_PRIOR_SECONDS = 5
/** Before this it is too early to estimate parallelism. */
const MIN_WALL_SECONDS = 3

/**
 * ETA: simulates the rest of the work, each task going to the worker that is free first, with the parallelism and the
 * speed measured so far. Undefined until there is something to measure.
 */
export function etaSeconds(work: WorkLeft): number | undefined {
  const { costDone, busySeconds, wallSeconds, begun, waiting, isFirst = false } = work
  const parallelism = (busySeconds + begun.reduce((sum, { seconds }) => sum + seconds, 0)) / wallSeconds
  if (wallSeconds < MIN_WALL_SECONDS || parallelism <= 0) return undefined
  const workers = Math.max(1, Math.round(parallelism))
  const prior = isFirst ? WEAK_PRIOR_SECONDS : PRIOR_SECONDS
  const slowness = (busySeconds + prior) / (costDone + prior)
  // Workers that idle or serve other processes count as slower ones.
  const secondsPerCost = slowness * Math.max(1, workers / parallelism)
  const left = begun.map(({ cost, seconds }) => {
    const whole = cost * secondsPerCost
    return Math.max(whole - seconds, whole * (1 - NEARLY))
  })
  const free = Array.from({ length: Math.max(0, workers - left.length) }, () => 0)
  const ends = [...left, ...free]
  for (const cost of waiting) {
    const first = ends.indexOf(Math.min(...ends))
    ends[first] = (ends[first] ?? 0) + cost * secondsPerCost
  }
  return Math.max(1, Math.round(Math.max(0, ...ends)))
}

/** Ten minutes per hour of recording: what people are promised where the installation keeps it. */
export const PROMISED_MINUTES_PER_HOUR = 10

/** A finished process: the length of the recording, and how long its owner waited from the start to the text. */
export type Finished = { recordedSeconds: number; waitedSeconds: number }

const MOST_SHARE = 0.9

/** Minutes per hour of recording within which nine of ten files were done; undefined for no files. */
export function minutesPerHourOf(finished: readonly Finished[]): number | undefined {
  const speeds = finished.map(({ recordedSeconds, waitedSeconds }) => (60 * waitedSeconds) / recordedSeconds)
  const slowest = speeds.toSorted((a, b) => a - b)[Math.ceil(speeds.length * MOST_SHARE) - 1]
  return slowest === undefined ? undefined : Math.max(1, Math.ceil(slowest))
}
