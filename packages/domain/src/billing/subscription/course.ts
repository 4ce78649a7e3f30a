import {
  type BillingPeriod,
  monthsAfter,
  monthsBetween,
  type Plan,
  type SubscriptionCourse,
} from '#billing/subscription.ts'
import { FREE_TARIFF_ID } from '#billing/tariff.ts'

const MONTHS: Record<BillingPeriod, number> = { month: 1, year: 12 }

const UNWARNED = { warnedFor: null, warnedKopecks: null } as const
const SETTLED = { status: 'active', next: null, failedAt: null, declines: 0, ...UNWARNED } as const

/** A paid period that starts now; nothing of what ran before is kept. */
export function startPeriod({ tariffId, billingPeriod }: Plan, now: Date): SubscriptionCourse {
  const paidUntil = monthsAfter(now, MONTHS[billingPeriod])
  return { ...SETTLED, tariffId, billingPeriod, anchorAt: now, paidUntil, chargeAt: paidUntil }
}

/** A tariff that an operator grants: nobody pays for it, and it ends at `until` or never. */
export function granted(tariffId: number, until: Date | null, now: Date): SubscriptionCourse {
  const plan = { tariffId, billingPeriod: 'month' } as const
  const status = until ? 'cancelled' : 'active'
  return { ...SETTLED, ...plan, status, anchorAt: now, paidUntil: until, chargeAt: null }
}

/**
 * The period that follows the paid time without a gap, with the anchor kept. If it would be over already, the customer
 * gets a period that starts now.
 */
export function continuePeriod(course: SubscriptionCourse, plan: Plan, now: Date): SubscriptionCourse {
  const { anchorAt, next } = course
  const { tariffId, billingPeriod } = plan
  if (!course.paidUntil) return startPeriod(plan, now)
  const paidUntil = monthsAfter(anchorAt, monthsBetween(anchorAt, course.paidUntil) + MONTHS[billingPeriod])
  if (paidUntil <= now) return startPeriod(plan, now)
  const stillNext = next && !isSamePlan(next, plan) ? next : null
  return { ...SETTLED, tariffId, billingPeriod, anchorAt, next: stillNext, paidUntil, chargeAt: paidUntil }
}

/** The plan that the next renewal pays for. */
export function renewalPlan({ next, tariffId, billingPeriod }: SubscriptionCourse): Plan {
  return next ?? { tariffId, billingPeriod }
}

/** No renewal any more: runs to the end of the paid time, or ends at once if that is over. */
export function cancelled(course: SubscriptionCourse, now: Date): SubscriptionCourse {
  const { paidUntil } = course
  if (!paidUntil) return course
  if (paidUntil <= now) return ended(now)
  return { ...course, status: 'cancelled', next: null, chargeAt: null, failedAt: null, declines: 0 }
}

/** The saved card is gone: a running plan is not renewed; a grace goes on without retries. */
export function unlinked(course: SubscriptionCourse, now: Date): SubscriptionCourse {
  if (course.status === 'active') return cancelled(course, now)
  return { ...course, chargeAt: null }
}

/** Takes a cancel back. */
export function resumed(course: SubscriptionCourse): SubscriptionCourse {
  if (course.status !== 'cancelled') return course
  return { ...course, status: 'active', chargeAt: course.paidUntil }
}

/** Sets or clears the plan that follows the paid time. A new price needs a new warning. */
export function withNext(course: SubscriptionCourse, next: Plan | null): SubscriptionCourse {
  return { ...resumed(course), next, ...UNWARNED }
}

const LOOK_AGAIN_MS = 3_600_000

/** A charge is on its way. Its outcome plans the next one; if none comes, the course is looked at again. */
export function charging(course: SubscriptionCourse, now: Date): SubscriptionCourse {
  return { ...course, chargeAt: new Date(now.getTime() + LOOK_AGAIN_MS) }
}

export function warned(course: SubscriptionCourse, warnedKopecks: number): SubscriptionCourse {
  return { ...course, warnedFor: course.paidUntil, warnedKopecks }
}

/** The free tariff from now on. */
export function ended(now: Date): SubscriptionCourse {
  const free = { tariffId: FREE_TARIFF_ID, billingPeriod: 'month' } as const
  return { ...SETTLED, ...free, anchorAt: now, paidUntil: null, chargeAt: null }
}

export function isSamePlan(a: Plan, b: Plan): boolean {
  return a.tariffId === b.tariffId && a.billingPeriod === b.billingPeriod
}
