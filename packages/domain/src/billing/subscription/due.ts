import type { SubscriptionCourse } from '#billing/subscription.ts'

const GRACE_DAYS = 5
/** Counted from the first decline. */
const RETRY_DAYS = [1, 3]

/** Our own reason: there is no saved card to charge. */
export const NO_CARD = 'no_card'

const classes: Record<string, DeclineClass> = {
  insufficient_funds: 'soft',
  issuer_unavailable: 'soft',
  payment_method_limit_exceeded: 'soft',
  internal_timeout: 'soft',
  card_expired: 'hard',
  permission_revoked: 'hard',
  payment_method_restricted: 'hard',
  invalid_card_number: 'hard',
  invalid_csc: 'hard',
  fraud_suspected: 'hard',
  call_issuer: 'hard',
  country_forbidden: 'hard',
  identification_required: 'hard',
  '3d_secure_failed': 'hard',
  [NO_CARD]: 'hard',
  // Nobody declined: the provider never had the order.
  provider_unavailable: 'none',
  canceled_by_merchant: 'none',
}

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

/** `soft` may pass later, `hard` never passes with this card, `once` is worth one more try, `none` is no decline. */
type DeclineClass = 'soft' | 'hard' | 'once' | 'none'

/** Reasons that we do not know count as a general decline. */
function declineClass(reason: string | null): DeclineClass {
  return (reason !== null && classes[reason]) || 'once'
}

/** The course after a declined charge of its renewal. The first decline starts the grace. */
export function afterDecline(course: SubscriptionCourse, reason: string | null, now: Date): SubscriptionCourse {
  if (course.status === 'cancelled' || course.paidUntil === null) return course
  const kind = declineClass(reason)
  if (kind === 'none') return { ...course, chargeAt: now }
  const failedAt = course.failedAt ?? now
  const declines = course.declines + 1
  const isRetried = kind === 'soft' || (kind === 'once' && declines === 1)
  const chargeAt = isRetried ? nextRetry(failedAt, now) : null
  return { ...course, status: 'paymentFailed', failedAt, declines, chargeAt }
}

/** The end of the grace after a declined renewal. */
export function graceUntil({ failedAt }: Pick<SubscriptionCourse, 'failedAt'>): Date | null {
  return failedAt && daysAfter(failedAt, GRACE_DAYS)
}

function nextRetry(failedAt: Date, now: Date): Date | null {
  return RETRY_DAYS.map((days) => daysAfter(failedAt, days)).find((at) => at > now) ?? null
}

function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS)
}
