import type { Actor } from '@doslovno/domain/access.ts'
import { CANCELED_BY_MERCHANT } from '@doslovno/domain/billing/payment.ts'
import { cancelled, unlinked } from '@doslovno/domain/billing/subscription/course.ts'

import type { Context } from '#context.ts'
import { replacePlan } from '#features/billing/ledger/grant.ts'
import { findMethod, deleteMethod, cancelUnsent, forbidSaving } from '#features/billing/payments/repo.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { saveCourse, type Subscription, subscriptionOf } from './repo.ts'
import { endSubscription, enqueueMail } from './transitions.ts'

/** Stops the renewal; returns the end of the paid time, or null if there is nothing to cancel. */
export function cancelSubscription(ctx: Context, { userId }: Actor): Promise<Date | null> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    return cancel(ctx, tx, await subscriptionOf(tx, userId))
  })
}

/** The caller holds the user's lock. */
export async function cancel(ctx: Context, tx: Tx, subscription: Subscription): Promise<Date | null> {
  const { userId, paidUntil, status, tariff } = subscription
  const isOver = paidUntil !== null && paidUntil <= ctx.now()
  if (!paidUntil || (status === 'cancelled' && !isOver)) return paidUntil
  await recordAudit(tx, { kind: 'subscriptionCancelled', userId, details: { tariffId: String(tariff.id) } })
  await (isOver ? endSubscription(ctx, tx, subscription, ctx.now()) : stopRenewal(ctx, tx, subscription, paidUntil))
  return paidUntil
}

async function stopRenewal(ctx: Context, tx: Tx, subscription: Subscription, until: Date): Promise<void> {
  const { userId, tariff } = subscription
  await saveCourse(tx, userId, cancelled(subscription, ctx.now()))
  await enqueueMail(ctx, tx, { kind: 'cancelled', userId, tariffName: tariff.name, until: until.toISOString() })
}

/** Ends a plan and its minutes in the middle of the paid time. The caller holds the user's lock. */
export async function endNow(ctx: Context, tx: Tx, userId: string, now: Date): Promise<void> {
  await replacePlan(tx, userId, now)
  await endSubscription(ctx, tx, await subscriptionOf(tx, userId), now)
}

/** Deletes the saved card. A running plan works to the end of the paid time; nothing is charged any more. */
export function unlinkCard(ctx: Context, { userId }: Actor): Promise<void> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const hadCard = (await findMethod(tx, userId)) !== undefined
    await unlinkMethod(tx, userId, ctx.now())
    if (hadCard) await stopCharges(ctx, tx, userId)
  })
}

async function stopCharges(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const now = ctx.now()
  const before = await subscriptionOf(tx, userId)
  const after = unlinked(before, now)
  if (before.paidUntil && !after.paidUntil) await endSubscription(ctx, tx, before, now)
  else await saveCourse(tx, userId, after)
  await recordAudit(tx, { kind: 'cardUnlinked', userId })
  const until = after.status === 'cancelled' ? (after.paidUntil?.toISOString() ?? null) : null
  await enqueueMail(ctx, tx, { kind: 'unlinked', userId, tariffName: before.tariff.name, until })
}

/**
 * Deletes the saved card. Charges of it that were not sent yet are canceled, a sent one is never sent again, and open
 * payment pages save no card. The caller holds the user's lock.
 */
export async function unlinkMethod(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteMethod(tx, userId)
  await forbidSaving(tx, userId)
  await cancelUnsent(tx, userId, { cancelReason: CANCELED_BY_MERCHANT, endedAt: now })
}
