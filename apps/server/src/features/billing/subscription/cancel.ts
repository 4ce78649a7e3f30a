import type { Actor } from '@doslovno/domain/access.ts'
import { cancelled } from '@doslovno/domain/billing/subscription/course.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { saveCourse } from './course-repo.ts'
import { type Subscription, subscriptionOf } from './repo.ts'
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
