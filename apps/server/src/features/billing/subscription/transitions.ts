import type { Plan, SubscriptionCourse } from '@doslovno/domain/billing/subscription.ts'
import { startsNow } from '@doslovno/domain/billing/subscription/choice.ts'
import { continuePeriod, ended, startPeriod } from '@doslovno/domain/billing/subscription/course.ts'
import { afterDecline, dueOf, graceUntil } from '@doslovno/domain/billing/subscription/due.ts'
import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'

import type { Context } from '#context.ts'
import { grantPlan, replacePlan } from '#features/billing/ledger/grant.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { periodStarted } from './events.ts'
import { type BillingMail, billingMail } from './mail.ts'
import { findTariff, insertSubscription, openRenewal, saveCourse, type Subscription, subscriptionOf } from './repo.ts'

// Every function here runs under the user's lock.

type Paid = { course: SubscriptionCourse; isNew: boolean; amountKopecks: number; card: string | null; now: Date }

/** Follows a payment: a new period replaces what ran, any other comes after it. */
export async function beginPeriod(ctx: Context, tx: Tx, before: Subscription, paid: Paid): Promise<void> {
  const { userId } = before
  const { course, isNew, amountKopecks, card, now } = paid
  if (isNew) {
    await replacePlan(tx, userId, now)
    await recordAudit(tx, { kind: 'subscribed', userId, details: { tariffId: String(course.tariffId) } })
  }
  await saveCourse(tx, userId, course)
  await grantPlan(tx, userId, now)
  const { tariff, billingPeriod: period, paidUntil } = await subscriptionOf(tx, userId)
  await ctx.announce(tx, periodStarted, { userId, storageDays: tariff.fileStorageDays })
  const kind = isNew ? 'started' : 'renewed'
  const until = (paidUntil ?? now).toISOString()
  await enqueueMail(ctx, tx, { kind, userId, tariffName: tariff.name, period, until, amountKopecks, card })
}

/** The first decline of a renewal starts the grace, and its owner is told. */
export async function declineRenewal(ctx: Context, tx: Tx, before: Subscription, why: Decline): Promise<void> {
  const { userId, tariff, nextTariff } = before
  const { reason, now } = why
  const course = afterDecline(before, reason, now)
  await saveCourse(tx, userId, course)
  const until = graceUntil(course)
  if (before.failedAt || !until) return
  const tariffName = (nextTariff ?? tariff).name
  await enqueueMail(ctx, tx, { kind: 'paymentFailed', userId, tariffName, reason, until: until.toISOString() })
}

type Decline = { reason: string | null; now: Date }

/** The free tariff from now on. */
export async function endSubscription(ctx: Context, tx: Tx, { userId, tariff }: Subscription, now: Date) {
  await saveCourse(tx, userId, ended(now))
  await grantPlan(tx, userId, now)
  await enqueueMail(ctx, tx, { kind: 'becameFree', userId, tariffName: tariff.name })
}

export function enqueueMail(ctx: Context, tx: Tx, content: BillingMail): Promise<void> {
  return sendMail(ctx, tx, billingMail, content)
}

type Start = { userId: string; now: Date; tariffId?: number }

/** Every account has a subscription from its first moment; a new one is free. */
export function startSubscription(db: Db, { userId, now, tariffId = FREE_TARIFF_ID }: Start): Promise<void> {
  return insertSubscription(db, { userId, tariffId, anchorAt: now })
}

/**
 * Starts or continues the subscription that a successful payment is for; `refund` if it no longer fits, so the money
 * goes back. The caller holds the user's lock and calls it once per payment.
 */
export async function applyTariffPayment(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  card: string | null,
): Promise<'period' | 'refund'> {
  const now = ctx.now()
  const { amountKopecks, kind } = payment
  const before = await subscriptionOf(tx, payment.userId)
  const plan = planOf(payment)
  const isFit = kind === 'renewal' ? continues(before, payment) : await starts(tx, before, plan)
  if (!isFit) return 'refund'
  const course = kind === 'renewal' ? continuePeriod(before, plan, now) : startPeriod(plan, now)
  const isNew = kind === 'tariff' || course.anchorAt.getTime() !== before.anchorAt.getTime()
  await beginPeriod(ctx, tx, before, { course, isNew, amountKopecks, card, now })
  return 'period'
}

/** Takes note of a declined automatic renewal. The caller holds the user's lock and calls it once per payment. */
export async function applyDecline(ctx: Context, tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const before = await subscriptionOf(tx, payment.userId)
  if (continues(before, payment)) await declineRenewal(ctx, tx, before, { reason: payment.cancelReason, now })
}

/** A renewal pays for the time right after what is paid; a saved card pays for nothing after a cancel. */
function continues({ paidUntil, status }: Subscription, { periodStart, methodId }: PaymentRow): boolean {
  if (status === 'cancelled' && methodId) return false
  return paidUntil !== null && paidUntil.getTime() === periodStart?.getTime()
}

async function starts(tx: Tx, course: Subscription, plan: Plan): Promise<boolean> {
  const target = await findTariff(tx, plan.tariffId)
  return target !== undefined && course.tariff.isPublic && startsNow({ course, current: course.tariff, plan, target })
}

/** The table keeps the plan of every payment but those for minutes. */
function planOf({ tariffId, billingPeriod }: PaymentRow): Plan {
  if (!tariffId || !billingPeriod) throw new Error('The payment is not for a tariff')
  return { tariffId, billingPeriod }
}

/** The subscription under the user's lock; one whose time is over is free from here on. */
export async function lockSubscription(ctx: Context, tx: Tx, userId: string): Promise<Subscription> {
  await lockUser(tx, userId)
  const subscription = await subscriptionOf(tx, userId)
  if (!(await isOver(tx, subscription, ctx.now()))) return subscription
  await endSubscription(ctx, tx, subscription, ctx.now())
  return subscriptionOf(tx, userId)
}

/** A charge on its way may still save the subscription, so its outcome is awaited. */
export async function isOver(tx: Tx, subscription: Subscription, now: Date): Promise<boolean> {
  const { userId, paidUntil } = subscription
  if (!paidUntil || dueOf(subscription, now) !== 'end') return false
  return (await openRenewal(tx, userId, paidUntil)) === undefined
}
