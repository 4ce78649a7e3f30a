export const SECONDS_PER_MINUTE = 60

/** The ledger counts whole seconds; users see whole minutes, rounded down. */
export function toMinutes(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_MINUTE)
}

export const REGISTRATION_BONUS_SECONDS = 30 * SECONDS_PER_MINUTE
const EXTRA_DAYS = 365
const DAY_MS = 24 * 3600 * 1000

/** When minutes beside the plan (extra, bonus, promo) expire. */
export function extraEnd(grantedAt: Date): Date {
  return new Date(grantedAt.getTime() + EXTRA_DAYS * DAY_MS)
}

/** Minutes that a start takes and leaves, rounded as the balance is: both agree with it before and after. */
export function startCost(seconds: number, minutesRemain: number): { minutes: number; left: number } | undefined {
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE)
  return minutes > 0 && minutes <= minutesRemain ? { minutes, left: minutesRemain - minutes } : undefined
}
