/** How one attempt ended: the status of the answer, or why there was none. */
export type AttemptOutcome =
  | { status: number; retryAfterSeconds?: number | undefined }
  | { error: 'timeout' | 'refused' | 'address' | 'tls' | 'network' }

/** Why we switch an endpoint off. */
export type SwitchOff = 'failing' | 'gone'

export type Attempt = {
  /** The number of the attempt, from 1. */
  attempts: number
  outcome: AttemptOutcome
  /** A test is sent once, and its failure is not held against the endpoint. */
  isTest: boolean
  /** The first failure of the endpoint since its last success. */
  failingSince: Date | null
  now: Date
  /** From 0 to 1; spreads the retries of many endpoints. */
  jitter: number
}

/** The next state of the delivery and of its endpoint. */
export type Course = {
  delivery: { state: 'delivered' | 'failed'; nextAttemptAt: null } | { state: 'pending'; nextAttemptAt: Date }
  failingSince: Date | null
  switchOff: SwitchOff | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** After each failed attempt; with the last one the delivery has failed. */
const PAUSES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS)] // prettier-ignore
export const MOST_ATTEMPTS = PAUSES_MS.length + 1
/** Of a pause, at most. */
const JITTER = 0.1
const LONGEST_WAIT_MS = DAY_MS

export const FAILING_DAYS = 5
/** One bad moment after weeks of silence is no proof: the endpoint has some minutes to answer. */
const PROVEN_ATTEMPTS = 3

const GONE = 410

export function courseAfter(attempt: Attempt): Course {
  const { outcome, now, isTest } = attempt
  if (isDelivered(outcome))
    return { delivery: { state: 'delivered', nextAttemptAt: null }, failingSince: null, switchOff: null }
  const failingSince = isTest ? attempt.failingSince : (attempt.failingSince ?? now)
  const switchOff = switchOffAfter(attempt, failingSince)
  const pauseMs = switchOff || isTest ? undefined : pauseAfter(attempt)
  if (pauseMs === undefined) return { delivery: { state: 'failed', nextAttemptAt: null }, failingSince, switchOff }
  const nextAttemptAt = new Date(now.getTime() + pauseMs)
  return { delivery: { state: 'pending', nextAttemptAt }, failingSince, switchOff }
}

/** Only 2xx: redirects are not followed. */
export function isDelivered(outcome: AttemptOutcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300
}

/** Reads the header `Retry-After`: seconds or a date. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}

/** The receiver may ask for a longer pause, never for a shorter one. */
function pauseAfter({ attempts, outcome, jitter }: Attempt): number | undefined {
  const pause = PAUSES_MS[attempts - 1]
  if (pause === undefined) return undefined
  const asked = 'status' in outcome ? (outcome.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.round(Math.max(pause, Math.min(asked, LONGEST_WAIT_MS)) * (1 + JITTER * jitter))
}

function switchOffAfter({ outcome, attempts, now, isTest }: Attempt, failingSince: Date | null): SwitchOff | null {
  if ('status' in outcome && outcome.status === GONE) return 'gone'
  if (isTest || !failingSince || attempts < PROVEN_ATTEMPTS) return null
  return now.getTime() - failingSince.getTime() >= FAILING_DAYS * DAY_MS ? 'failing' : null
}
