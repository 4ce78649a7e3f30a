import type { TariffMeta } from './tariff.ts'

/** How often the customer pays. Minutes and uploads are counted by the month either way. */
export type BillingPeriod = 'month' | 'year'

/** `cancelled` runs to the end of the paid time; `paymentFailed` is the grace after a declined renewal. */
export type SubscriptionStatus = 'active' | 'paymentFailed' | 'cancelled'

/** The columns of a tariff that decide what its user may do. */
export type TariffTerms = {
  id: number
  minutes: number
  fileSizeMb: number
  /** Null: no limit. */
  limitFileCount: number | null
  fileStorageDays: number
  meta: TariffMeta
}

/** A tariff and how often it is paid. */
export type Plan = { tariffId: number; billingPeriod: BillingPeriod }

/** The course of a subscription: what is paid, what comes next, and how its renewal stands. */
export type SubscriptionCourse = Plan & {
  status: SubscriptionStatus
  /** Months of the tariff are counted from here. */
  anchorAt: Date
  /** Null: nothing was paid (free, or granted by an operator), so nothing ends. */
  paidUntil: Date | null
  /** Replaces the plan at the end of the paid time. */
  next: Plan | null
  /** When the saved card is charged next; null: no charge is planned. */
  chargeAt: Date | null
  /** The first decline of this renewal; the grace is counted from here. */
  failedAt: Date | null
  declines: number
  /** The end of paid time that the owner was last warned about. */
  warnedFor: Date | null
  /** The price they were told. */
  warnedKopecks: number | null
}

export type Subscription = {
  tariff: TariffTerms
  anchorAt: Date
  paidUntil: Date | null
  /** Counted for the account's life, whatever the tariff. */
  thesesLeft: number
}

/** A month of a tariff: `start` inclusive, `end` exclusive. */
export type Period = { start: Date; end: Date }

/**
 * The month of a tariff that contains `now`. Months are counted from the anchor, which keeps the day of the month:
 * with an anchor on 31 January they end on 28 February and 31 March. No month comes before the anchor: a call that
 * began just before a new plan did counts in its first month.
 */
export function periodAt(anchor: Date, now: Date): Period {
  const guess = Math.max(0, monthsBetween(anchor, now))
  const months = guess > 0 && monthsAfter(anchor, guess) > now ? guess - 1 : guess
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) }
}

export function monthsAfter(anchor: Date, months: number): Date {
  const firstOfMonth = new Date(anchor)
  firstOfMonth.setUTCDate(1)
  firstOfMonth.setUTCMonth(anchor.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(firstOfMonth.getUTCFullYear(), firstOfMonth.getUTCMonth() + 1, 0)).getUTCDate()
  firstOfMonth.setUTCDate(Math.min(anchor.getUTCDate(), lastDay))
  return firstOfMonth
}

/** Calendar months from one moment to another; the day does not count. */
export function monthsBetween(from: Date, to: Date): number {
  return (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
}
