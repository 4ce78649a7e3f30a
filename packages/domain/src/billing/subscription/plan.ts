import type { Plan } from '#billing/subscription.ts'

export function isSamePlan(a: Plan, b: Plan): boolean {
  return a.tariffId === b.tariffId && a.billingPeriod === b.billingPeriod
}
