import { AppError } from '#platform/errors.ts'

import { providerFailed } from './refusals.ts'

export type Breaker = <Result>(work: () => Promise<Result>) => Promise<Result>

const FAILURES = 5
const PAUSE_MS = 30_000

/** A circuit breaker: after five failures in a row, fails at once for 30 s. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let pausedUntil = 0
  return async (work) => {
    if (now() < pausedUntil) throw providerFailed('The circuit breaker is open')
    try {
      const result = await work()
      failures = 0
      return result
    } catch (error) {
      failures = error instanceof AppError && error.code === 'providerFailed' ? failures + 1 : 0
      if (failures >= FAILURES) pausedUntil = now() + PAUSE_MS
      throw error
    }
  }
}
