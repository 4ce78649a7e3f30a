import { dueOf } from '@doslovno/domain/billing/subscription/due.ts'

import type { Context } from '#context.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { openRenewal } from './course-repo.ts'
import { type Subscription, subscriptionOf } from './repo.ts'
import { endSubscription } from './transitions.ts'

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
