import type { PurchaseEvent } from '@doslovno/contract/payments.ts'

import type { Db } from '#platform/db.ts'

import { markReported, unreportedPurchases } from './list-repo.ts'
import { purchaseView } from './view.ts'

const REPEAT_MS = 60_000

/** Purchases for analytics. Each is reported for a minute from its first report on, and clients count each id once. */
export async function reportPurchases(db: Db, userId: string, now: Date): Promise<PurchaseEvent[]> {
  const purchases = await unreportedPurchases(db, userId, new Date(now.getTime() - REPEAT_MS))
  const fresh = purchases.filter(({ reportedAt }) => reportedAt === null)
  await markReported(db, fresh.map(({ id }) => id), now) // prettier-ignore
  return purchases.map(purchaseView)
}
