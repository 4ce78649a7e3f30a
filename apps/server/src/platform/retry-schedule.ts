/** Pauses double from one second up to `maxDelaySeconds`. */
export type RetrySchedule = {
  /** Total attempts, including those lost to a crashed worker. */
  attempts: number
  maxDelaySeconds: number
}

export const retryForMinutes: RetrySchedule = { attempts: 10, maxDelaySeconds: 60 }
export const retryForHours: RetrySchedule = { attempts: 45, maxDelaySeconds: 600 }
export const retryForDays: RetrySchedule = { attempts: 160, maxDelaySeconds: 1800 }

/** The shortest pause before each retry; the job engine adds up to the same again at random, below the maximum. */
export function shortestPauses({ attempts, maxDelaySeconds }: RetrySchedule): number[] {
  return Array.from({ length: attempts - 1 }, (_, retry) => Math.min(maxDelaySeconds, 2 ** Math.min(retry, 15)))
}
