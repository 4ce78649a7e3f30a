import { expiryEntries } from '@doslovno/domain/billing/ledger.ts'

import { subscriptionOf } from '#features/billing/subscription/repo.ts'
import type { Tx } from '#platform/db.ts'
import type { LotRow } from '#platform/tables.ts'

import { grantMonth } from './grant.ts'
import { lotsOf, postEntries } from './repo.ts'

/**
 * Grants the month's minutes and expires what remains of ended lots. The caller holds the user's lock, so the
 * subscription is read again: it may have changed before the lock was taken.
 */
export async function refreshLots(tx: Tx, userId: string, now: Date): Promise<LotRow[]> {
  await grantMonth(tx, await subscriptionOf(tx, userId), now)
  const lots = await lotsOf(tx, userId)
  await postEntries(tx, { userId, entries: expiryEntries(lots, now), reservationId: null, now })
  return lots.filter((lot) => lot.expiresAt > now)
}
