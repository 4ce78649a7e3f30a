import { renewalPrice } from '@doslovno/domain/billing/price.ts'
import { charging, warned } from '@doslovno/domain/billing/subscription/course.ts'
import { dueOf, NO_CARD } from '@doslovno/domain/billing/subscription/due.ts'

import type { Context } from '#context.ts'
import { charge as chargeJob } from '#features/billing/jobs.ts'
import { findMethod } from '#features/billing/payments/repo.ts'
import { isOn } from '#features/operations/index.ts'
import { isDisabled, lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { orderRenewal } from './order.ts'
import { type DueUser, dueUsers, openRenewal, saveCourse, type Subscription, subscriptionOf } from './repo.ts'
import { declineRenewal, endSubscription, enqueueMail, isOver } from './transitions.ts'

const PAGE = 200
/** Advanced at a time; the pool has a few connections more. */
const WIDTH = 5

/** Advances every subscription that has something due. One that fails does not keep the others waiting. */
export async function renewSubscriptions(ctx: Context, signal?: AbortSignal): Promise<void> {
  // Due renewals stay due.
  if (!(await isOn(ctx, 'payments'))) return
  let failures = 0
  const now = ctx.now()
  for (let after: DueUser | undefined, isMore = true; isMore;) {
    const page = await dueUsers(ctx.db, now, { after, limit: PAGE })
    for (let first = 0; first < page.length; first += WIDTH) {
      signal?.throwIfAborted()
      const outcomes = await Promise.all(page.slice(first, first + WIDTH).map(({ userId }) => tryAdvance(ctx, userId)))
      failures += outcomes.filter((isDone) => !isDone).length
    }
    after = page.at(-1)
    isMore = page.length === PAGE
  }
  if (failures > 0) throw new Error(`${failures} subscriptions were not advanced`)
}

async function tryAdvance(ctx: Context, userId: string): Promise<boolean> {
  try {
    await advance(ctx, userId)
    return true
  } catch (error) {
    ctx.log.error({ err: error, userId }, 'failed to advance a subscription')
    return false
  }
}

/** Carries out the first thing that is due in a subscription. A repeat finds nothing due. */
export function advance(ctx: Context, userId: string): Promise<void> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    const subscription = await subscriptionOf(tx, userId)
    const due = dueOf(subscription, ctx.now())
    if (due !== undefined && due !== 'end' && (await isDisabled(tx, userId))) return leaveUnpaid(ctx, tx, subscription)
    switch (due) {
      case 'warn':
        return warn(ctx, tx, subscription)
      case 'charge':
        return charge(ctx, tx, subscription)
      case 'end':
        return end(ctx, tx, subscription)
      case undefined:
    }
  })
}

/**
 * A disabled account is neither warned nor charged. Its plan ends with the paid time, as after a cancel; a warning stays
 * due, and so does the end of a grace.
 */
async function leaveUnpaid(ctx: Context, tx: Tx, subscription: Subscription): Promise<void> {
  const { userId, paidUntil, status } = subscription
  const now = ctx.now()
  if (status !== 'active' || !paidUntil || paidUntil > now) return
  if (!(await openRenewal(tx, userId, paidUntil))) await endSubscription(ctx, tx, subscription, now)
}

async function warn(ctx: Context, tx: Tx, subscription: Subscription): Promise<void> {
  const { userId, paidUntil, tariff, nextTariff } = subscription
  if (!paidUntil) return
  await saveCourse(tx, userId, warned(subscription, renewalPrice(subscription, nextTariff ?? tariff)))
  await enqueueMail(ctx, tx, { kind: 'renewalSoon', userId, paidUntil: paidUntil.toISOString() })
}

/** Orders the next period. The charge itself is a job: no transaction waits for the provider. */
async function charge(ctx: Context, tx: Tx, subscription: Subscription): Promise<void> {
  const { userId, paidUntil: periodStart } = subscription
  if (!periodStart) return
  const now = ctx.now()
  const method = await findMethod(tx, userId)
  const open = await openRenewal(tx, userId, periodStart)
  if (!method && !open) return declineRenewal(ctx, tx, subscription, { reason: NO_CARD, now })
  if (method && !open && ctx.payments) {
    const { id } = await orderRenewal(tx, subscription, { periodStart, methodId: method.providerId, now })
    await ctx.jobs.enqueue(tx, chargeJob, [{ paymentId: id }])
  }
  await saveCourse(tx, userId, charging(subscription, now))
}

async function end(ctx: Context, tx: Tx, subscription: Subscription): Promise<void> {
  if (await isOver(tx, subscription, ctx.now())) await endSubscription(ctx, tx, subscription, ctx.now())
}
