import { monthsBetween, type Period, periodAt, type SubscriptionCourse } from '#billing/subscription.ts'

/** Paid months of a yearly plan that are not over, the current one included; null for any other plan. */
export function monthsLeft({ billingPeriod, anchorAt, paidUntil }: SubscriptionCourse, now: Date): number | null {
  if (billingPeriod !== 'year' || !paidUntil || paidUntil <= now) return null
  return monthsBetween(periodAt(anchorAt, now).start, paidUntil)
}

/** When the next minutes of a plan come, seen from its current month; null: none before it is paid by hand. */
export function nextBundleAt({ status, paidUntil }: SubscriptionCourse, { start, end }: Period): Date | null {
  if (!paidUntil || end < paidUntil) return end
  return status === 'active' && start < paidUntil ? paidUntil : null
}
