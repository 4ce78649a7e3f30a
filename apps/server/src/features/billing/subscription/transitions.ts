import type { SubscriptionCourse } from '@doslovno/domain/billing/subscription.ts'
import { ended } from '@doslovno/domain/billing/subscription/course.ts'
import { afterDecline, graceUntil } from '@doslovno/domain/billing/subscription/decline.ts'

import type { Context } from '#context.ts'
import { grantPlan, replacePlan } from '#features/billing/ledger/grant.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import type { Tx } from '#platform/db.ts'

import { saveCourse } from './course-repo.ts'
import { periodStarted } from './events.ts'
import { type BillingMail, billingMail } from './mail.ts'
import { type Subscription, subscriptionOf } from './repo.ts'

// Every function here runs under the user's lock.

type Paid = { course: SubscriptionCourse; isNew: boolean; amountKopecks: number; now: Date }

/** Follows a payment: a new period replaces what ran, any other comes after it. */
export async function beginPeriod(ctx: Context, tx: Tx, before: Subscription, paid: Paid): Promise<void> {
  const { userId } = before
  const { course, isNew, amountKopecks, now } = paid
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
  await enqueueMail(ctx, tx, { kind, userId, tariffName: tariff.name, period, until, amountKopecks })
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
