import { lockUserIfAny } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { findPayment, readLocked } from './repo.ts'

/** Locks the user of a payment, if the account still exists, then the payment: always in this order. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow> {
  const found = await findPayment(tx, paymentId)
  if (!found) throw new Error(`No payment ${paymentId}`)
  await lockUserIfAny(tx, found.userId)
  return readLocked(tx, paymentId)
}
