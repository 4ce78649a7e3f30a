import { expiryEntries } from '@doslovno/domain/billing/ledger.ts'

import type { Tx } from '#platform/db.ts'
import type { LotRow } from '#platform/tables.ts'

import { type Bundle, bundleOf, insertBundle } from './grant.ts'
import { bundleTermsOf, lotsOf, postEntries } from './repo.ts'

/**
 * Grants the month's minutes and expires what remains of ended lots. The caller holds the user's lock, so the
 * terms are read again: they may have changed before the lock was taken.
 */
export async function refreshLots(tx: Tx, userId: string, now: Date): Promise<LotRow[]> {
  const lots = await lotsWithBundle(tx, bundleOf(userId, await bundleTermsOf(tx, userId), now), now)
  await postEntries(tx, { userId, entries: expiryEntries(lots, now), reservationId: null, now })
  return lots.filter((lot) => lot.expiresAt > now)
}

async function lotsWithBundle(tx: Tx, bundle: Bundle, now: Date): Promise<LotRow[]> {
  const lots = await lotsOf(tx, bundle.userId, bundle.source)
  if (isGranted(bundle, lots)) return lots
  await insertBundle(tx, bundle, now)
  return lotsOf(tx, bundle.userId, bundle.source)
}

export function isGranted({ seconds, source }: Bundle, lots: readonly LotRow[]): boolean {
  return seconds === 0 || lots.some((lot) => lot.source === source)
}
