import { monthsBetween, periodAt } from '#billing/period.ts'
import type { SubscriptionCourse } from '#billing/subscription.ts'

/** Paid months of a yearly plan that are not over, the current one included; null for any other plan. */
export function monthsLeft({ billingPeriod, anchorAt, paidUntil }: SubscriptionCourse, now: Date): number | null {
  if (billingPeriod !== 'year' || !paidUntil || paidUntil <= now) return null
  return monthsBetween(periodAt(anchorAt, now).start, paidUntil)
}

/** When the plan's next minutes come; null if none come before it is paid again by hand. */
export function nextBundleAt({ status, anchorAt, paidUntil }: SubscriptionCourse, now: Date): Date | null {
  const { end } = periodAt(anchorAt, now)
  if (!paidUntil || end < paidUntil) return end
  return status === 'active' && now < paidUntil ? paidUntil : null
}
