import { revokeEntries } from '@doslovno/domain/billing/ledger.ts'

import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { findLot, postEntries } from './repo.ts'

type Revoke = { userId: string; source: string; seconds: number; now: Date }

/** Takes seconds of a refunded grant back, at most those that remain. Returns how many were taken. */
export async function revokeSeconds(tx: Tx, { userId, source, seconds, now }: Revoke): Promise<number> {
  await lockUser(tx, userId)
  const lot = await findLot(tx, source)
  if (lot?.userId !== userId) return 0
  const entries = revokeEntries(lot, seconds, now)
  await postEntries(tx, { userId, entries, reservationId: null, now })
  return entries.reduce((sum, entry) => sum - entry.seconds, 0)
}
