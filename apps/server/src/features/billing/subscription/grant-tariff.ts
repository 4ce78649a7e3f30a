import { granted } from '@doslovno/domain/billing/subscription/course.ts'
import { unlimitedTariff } from '@doslovno/domain/billing/tariff.ts'

import type { Context } from '#context.ts'
import { grantPlan, replacePlan } from '#features/billing/ledger/grant.ts'
import { type Operator, recordAudit } from '#features/operations/index.ts'

import { endNow } from './cancel.ts'
import { periodStarted } from './events.ts'
import { saveCourse, subscriptionOf } from './repo.ts'
import { lockSubscription } from './transitions.ts'

type Grant = Operator & {
  userId: string
  /** Null: until it is revoked. */
  until: Date | null
}

/**
 * Grants the tariff without limits in place of the current one; a repeat changes its end. `paid`: a subscription that was
 * paid for runs, and its money would be lost.
 */
export function grantUnlimited(ctx: Context, { userId, until, ...operator }: Grant): Promise<'granted' | 'paid'> {
  const { id: tariffId } = unlimitedTariff
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const before = await lockSubscription(ctx, tx, userId)
    if (before.tariffId !== tariffId && before.paidUntil && before.paidUntil > now) return 'paid'
    await replacePlan(tx, userId, now)
    await saveCourse(tx, userId, granted(tariffId, until, now))
    await grantPlan(tx, userId, now)
    const { tariff } = await subscriptionOf(tx, userId)
    await ctx.announce(tx, periodStarted, { userId, storageDays: tariff.fileStorageDays })
    const details = { tariffId: String(tariffId), ...(until && { until: until.toISOString() }), ...operator }
    await recordAudit(tx, { kind: 'tariffGranted', userId, details })
    return 'granted'
  })
}

/** Puts the free tariff in place of a granted one at once, and mails its owner; false if none was granted. */
export function revokeTariff(ctx: Context, userId: string, operator: Operator): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const { tariffId } = await lockSubscription(ctx, tx, userId)
    if (tariffId !== unlimitedTariff.id) return false
    await endNow(ctx, tx, userId, ctx.now())
    await recordAudit(tx, { kind: 'tariffRevoked', userId, details: { tariffId: String(tariffId), ...operator } })
    return true
  })
}
