import assert from 'node:assert/strict'

import { replay } from '@doslovno/domain/billing/ledger.ts'

import type { Db } from '#platform/db.ts'

/** Seconds held of all lots of a user. */
export async function heldSecondsOf(db: Db, userId: string): Promise<number> {
  const lots = await db.selectFrom('lots').select('heldSeconds').where('userId', '=', userId).execute()
  return lots.reduce((sum, lot) => sum + lot.heldSeconds, 0)
}

/** Entries and lots of a user must agree: the sums, and every total of every lot. */
export async function assertLedgerExact(db: Db, userId: string): Promise<void> {
  const lots = await db
    .selectFrom('lots')
    .select([
      'id',
      'grantedSeconds',
      'remainingSeconds',
      'heldSeconds',
      'consumedSeconds',
      'expiredSeconds',
      'revokedSeconds',
    ])
    .where('userId', '=', userId)
    .execute()
  const entries = await db.selectFrom('ledgerEntries').selectAll().where('userId', '=', userId).execute()
  const remaining = lots.reduce((sum, lot) => sum + lot.remainingSeconds, 0)
  assert.equal(
    entries.reduce((sum, entry) => sum + entry.seconds, 0),
    remaining,
  )
  assert.deepEqual(
    Object.fromEntries(replay(entries)),
    Object.fromEntries(lots.map(({ id, ...totals }) => [id, totals])),
  )
}
