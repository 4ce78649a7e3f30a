import { CANCELED_BY_MERCHANT } from '@doslovno/domain/billing/payment.ts'

import type { Tx } from '#platform/db.ts'

import { deleteMethod } from './method-repo.ts'
import { cancelUnsent, forbidSaving } from './repo.ts'

/**
 * Deletes the saved card. Charges of it that were not sent yet are canceled, a sent one is never sent again, and open
 * payment pages save no card. The caller holds the user's lock.
 */
export async function unlinkMethod(tx: Tx, userId: string, now: Date): Promise<void> {
  await deleteMethod(tx, userId)
  await forbidSaving(tx, userId)
  await cancelUnsent(tx, userId, { cancelReason: CANCELED_BY_MERCHANT, endedAt: now })
}
