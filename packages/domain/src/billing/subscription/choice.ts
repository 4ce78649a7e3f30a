import type { Plan, SubscriptionCourse } from '#billing/subscription.ts'
import { FREE_TARIFF_ID } from '#billing/tariff.ts'

import { isSamePlan, renewalPlan } from './course.ts'

/**
 * The effect of choosing a plan.
 * `cancel`: the free tariff at the end of the paid time. `now`: pay, and a new period starts. `later`: it follows the
 * paid time. `resume`: the cancel is taken back. `prepay`: pay the following period in advance, which saves a card.
 * `repay`: pay the period whose renewal was declined. `keep`: the plan that runs goes on.
 */
export type Choice = 'cancel' | 'now' | 'later' | 'resume' | 'prepay' | 'repay' | 'keep'

type PricedTariff = { priceMonthKopecks: number }

export type Chosen = {
  course: SubscriptionCourse
  /** The tariff of the course. */
  current: PricedTariff
  plan: Plan
  /** The tariff of the plan. */
  target: PricedTariff
  hasCard: boolean
}

export function choiceOf({ course, current, plan, target, hasCard }: Chosen): Choice {
  if (plan.tariffId === FREE_TARIFF_ID) return 'cancel'
  if (course.status === 'paymentFailed') return isSamePlan(plan, renewalPlan(course)) ? 'repay' : 'now'
  if (isSamePlan(plan, course)) return again(course, hasCard)
  return isAtOnce({ course, current, plan, target }) ? 'now' : 'later'
}

/** Whether a payment for a plan may start its period now. Otherwise the money goes back. */
export function startsNow(chosen: Omit<Chosen, 'hasCard'>): boolean {
  const { course, plan } = chosen
  if (course.status === 'paymentFailed') return true
  return !isSamePlan(plan, course) && isAtOnce(chosen)
}

function again({ status }: SubscriptionCourse, hasCard: boolean): Choice {
  if (status !== 'cancelled') return 'keep'
  return hasCard ? 'resume' : 'prepay'
}

/** A cheaper tariff and a month after a year wait for the end of what is paid; any other plan starts at once. */
function isAtOnce({ course, current, plan, target }: Omit<Chosen, 'hasCard'>): boolean {
  if (course.paidUntil === null) return true
  if (course.billingPeriod === 'year' && plan.billingPeriod === 'month') return false
  return target.priceMonthKopecks >= current.priceMonthKopecks
}
