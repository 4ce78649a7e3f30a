export type Breaker = {
  /** Does the work, or throws `paused()` at once. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  isPaused(): boolean
}

type Options = {
  now: () => number
  /** Judges the server by an error; `unknown` neither counts nor clears the count. */
  judge: (error: unknown) => 'lost' | 'answered' | 'unknown'
  /** The error of work that is not even tried. */
  paused: () => Error
  /** Pauses double from the first up to the longest. */
  pauseMs?: number
  longestPauseMs?: number
}

const FAILURES = 5
const PAUSE_MS = 30_000

/** A circuit breaker: after five failures in a row it pauses, then one call at a time finds out how things are. */
export function createBreaker({ now, judge, paused, pauseMs = PAUSE_MS, longestPauseMs = PAUSE_MS }: Options): Breaker {
  let [failures, pauses, pausedUntil, isProbing] = [0, 0, 0, false]
  const isTripped = () => failures >= FAILURES
  const isPaused = () => isTripped() && (now() < pausedUntil || isProbing)
  const note = (outcome: 'lost' | 'answered' | 'unknown') => {
    if (outcome === 'unknown') return
    if (outcome === 'answered') return void ([failures, pauses] = [0, 0])
    failures += 1
    if (!isTripped()) return
    pausedUntil = now() + Math.min(pauseMs * 2 ** pauses, longestPauseMs)
    pauses += 1
  }
  return {
    isPaused,
    run: async (work) => {
      if (isPaused()) throw paused()
      const isProbe = isTripped()
      isProbing ||= isProbe
      try {
        const result = await work()
        note('answered')
        return result
      } catch (error) {
        note(judge(error))
        throw error
      } finally {
        if (isProbe) isProbing = false
      }
    },
  }
}
