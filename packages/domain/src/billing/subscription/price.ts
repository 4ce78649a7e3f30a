import type { BillingPeriod, Plan } from '#billing/subscription.ts'

/** What a tariff costs by the month. */
export type PricedTariff = { id: number; priceMonthKopecks: number }

const MONTHS_PER_YEAR = 12
const YEARLY_PERCENT = 80

/** What a customer pays for one billing period: a year costs 80 % of twelve months. */
export function priceOf({ priceMonthKopecks }: Pick<PricedTariff, 'priceMonthKopecks'>, period: BillingPeriod): number {
  if (period === 'month') return priceMonthKopecks
  return Math.round((priceMonthKopecks * MONTHS_PER_YEAR * YEARLY_PERCENT) / 100)
}

export function isSamePlan(a: Plan, b: Plan): boolean {
  return a.tariffId === b.tariffId && a.billingPeriod === b.billingPeriod
}
