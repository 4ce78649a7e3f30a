import type { Context } from '#context.ts'
import { replacePlan } from '#features/billing/ledger/grant.ts'
import type { Tx } from '#platform/db.ts'

import { subscriptionOf } from './repo.ts'
import { endSubscription } from './transitions.ts'

/** Ends a plan and its minutes in the middle of the paid time. The caller holds the user's lock. */
export async function endNow(ctx: Context, tx: Tx, userId: string, now: Date): Promise<void> {
  await replacePlan(tx, userId, now)
  await endSubscription(ctx, tx, await subscriptionOf(tx, userId), now)
}
