import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

/**
 * Starts or continues the subscription that a successful payment is for; `refund` if it no longer fits, so the money
 * goes back. The caller holds the user's lock and calls it once per payment.
 */
export async function applyTariffPayment(
  _ctx: Context,
  _tx: Tx,
  _payment: PaymentRow,
  _now: Date,
): Promise<'period' | 'refund'> {
  throw new Error('Not built yet')
}

/** Takes note of a declined automatic renewal. The caller holds the user's lock and calls it once per payment. */
export async function applyDecline(_ctx: Context, _tx: Tx, _payment: PaymentRow, _now: Date): Promise<void> {
  throw new Error('Not built yet')
}
