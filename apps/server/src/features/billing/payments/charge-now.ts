import { type Context, PaymentUnknown } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { chargeSaved } from './open.ts'

/** Charges the saved card while the user waits. An outcome that is not known yet counts as waiting: the page asks. */
export async function chargeNow(ctx: Context, { id }: PaymentRow): Promise<void> {
  const charged = await chargeSaved(ctx, id).catch((error: unknown) => {
    if (!(error instanceof PaymentUnknown)) throw error
  })
  if (charged?.status === 'canceled') throw new AppError('paymentDeclined')
}
