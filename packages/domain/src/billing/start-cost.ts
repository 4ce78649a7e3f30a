import { SECONDS_PER_MINUTE } from './minutes.ts'

/** Minutes that a start takes and leaves, rounded as the balance is: both agree with it before and after. */
export function startCost(seconds: number, minutesRemain: number): { minutes: number; left: number } | undefined {
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE)
  return minutes > 0 && minutes <= minutesRemain ? { minutes, left: minutesRemain - minutes } : undefined
}
