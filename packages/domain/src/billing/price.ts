import type { BillingPeriod, SubscriptionCourse } from './subscription.ts'
import { renewalPlan } from './subscription/course.ts'
import { FREE_TARIFF_ID } from './tariff.ts'

const YEAR_MONTHS = 12
const YEAR_PERCENT = 80
const FREE_STEP = 30
/** The most that the provider takes from a card at once: 350 000 ₽. */
export const LARGEST_KOPECKS = 35_000_000

/** A month, or a year for 80 % of twelve months; in kopecks. */
export function planPrice(tariff: { priceMonthKopecks: number }, billingPeriod: BillingPeriod): number {
  if (billingPeriod === 'month') return tariff.priceMonthKopecks
  return Math.round((tariff.priceMonthKopecks * YEAR_MONTHS * YEAR_PERCENT) / 100)
}

/** The price of the next renewal: the one that was announced for it; before that, the price of today. */
export function renewalPrice(course: SubscriptionCourse, tariff: { priceMonthKopecks: number }): number {
  const { paidUntil, warnedFor, warnedKopecks } = course
  const isAnnounced = warnedFor !== null && warnedFor.getTime() === paidUntil?.getTime()
  if (isAnnounced && warnedKopecks !== null) return warnedKopecks
  return planPrice(tariff, renewalPlan(course).billingPeriod)
}

/** Extra minutes are sold in these steps. */
export function minutesStep(tariffId: number): number {
  return tariffId === FREE_TARIFF_ID ? FREE_STEP : 1
}

export type MinutesPrice = { amountKopecks: number } | { refusal: 'wrongStep' | 'tooMuch' }

/** The price of extra minutes on a tariff, or the reason so many are not sold. */
export function minutesPrice(tariff: { id: number; priceMinuteKopecks: number }, minutes: number): MinutesPrice {
  if (minutes % minutesStep(tariff.id) !== 0) return { refusal: 'wrongStep' }
  const amountKopecks = tariff.priceMinuteKopecks * minutes
  return amountKopecks > LARGEST_KOPECKS ? { refusal: 'tooMuch' } : { amountKopecks }
}
