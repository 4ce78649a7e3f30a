import { type Context, PaymentUnknown } from '#context.ts'

import { checkNotified, lookUp } from './check.ts'
import { chargeSaved } from './open.ts'
import { findPayment } from './repo.ts'

export function chargeOnce(ctx: Context, paymentId: string): Promise<void> {
  return untilPolled(ctx, () => chargeSaved(ctx, paymentId))
}

export async function checkOnce(ctx: Context, of: { paymentId: string } | { providerId: string }): Promise<void> {
  if ('providerId' in of) return checkNotified(ctx, of.providerId)
  const payment = await findPayment(ctx.db, of.paymentId)
  if (payment) await untilPolled(ctx, () => lookUp(ctx, payment))
}

/** No definite answer is no failure of the job: the poll asks again, at growing intervals. */
async function untilPolled(ctx: Context, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    ctx.log.warn({ err: error }, 'the payment provider did not answer; the poll asks again')
  }
}
