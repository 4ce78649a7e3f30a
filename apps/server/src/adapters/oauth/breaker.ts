import { AppError } from '#platform/errors.ts'

import { providerFailed } from './refusals.ts'

export type Breaker = <Result>(work: () => Promise<Result>) => Promise<Result>

const FAILURES = 5
const PAUSE_MS = 30_000

/** Leaves a provider alone for a while after it has failed five times in a row: people hear so at once. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let pausedUntil = 0
  return async (work) => {
    if (now() < pausedUntil) throw providerFailed('Failed too often just now')
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
