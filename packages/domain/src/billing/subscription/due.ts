import type { SubscriptionCourse } from '#billing/subscription.ts'

import { graceUntil } from './decline.ts'

const DAY_MS = 24 * 3600 * 1000
/** The owner hears of a renewal this many days before it is charged. */
const WARN_DAYS = 3

export type Due = 'warn' | 'charge' | 'end'

/** The first action that time has made due; undefined: nothing. */
export function dueOf(course: SubscriptionCourse, now: Date): Due | undefined {
  return moments(course).find(({ at }) => at <= now)?.due
}

/** The first moment when something becomes due; null: nothing ever does. */
export function dueAt(course: SubscriptionCourse): Date | null {
  const times = moments(course).map(({ at }) => at.getTime())
  return times.length > 0 ? new Date(Math.min(...times)) : null
}

type Moment = { due: Due; at: Date }

/** Actions and when they become due; the first of several is done. */
function moments(course: SubscriptionCourse): Moment[] {
  const { status, paidUntil, chargeAt } = course
  if (!paidUntil) return []
  if (status === 'cancelled') return [{ due: 'end', at: paidUntil }]
  const end = graceUntil(course)
  const charge: Moment[] = chargeAt ? [{ due: 'charge', at: chargeAt }] : []
  if (end) return [{ due: 'end', at: end }, ...charge]
  return [...charge, ...warning(course)]
}

/** Once for each end of paid time, and never after its first charge. */
function warning({ paidUntil, chargeAt, warnedFor }: SubscriptionCourse): Moment[] {
  if (!paidUntil || chargeAt?.getTime() !== paidUntil.getTime()) return []
  if (warnedFor?.getTime() === paidUntil.getTime()) return []
  return [{ due: 'warn', at: new Date(paidUntil.getTime() - WARN_DAYS * DAY_MS) }]
}
