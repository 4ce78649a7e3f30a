export const SECONDS_PER_MINUTE = 60

/** The ledger counts whole seconds; users see whole minutes, rounded down. */
export function toMinutes(seconds: number): number {
  return Math.floor(seconds / SECONDS_PER_MINUTE)
}

export const REGISTRATION_BONUS_SECONDS = 30 * SECONDS_PER_MINUTE
/** Extra, bonus and promo minutes are valid for this many days. */
export const EXTRA_DAYS = 365
