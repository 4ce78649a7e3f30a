import { type Context, type NewCharge, PaymentRefused, PaymentUnknown } from '#context.ts'
import { contactOf } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow } from '#platform/tables.ts'
import { paymentsUnknown } from '#platform/telemetry.ts'

import { lookUp } from './check.ts'
import { isShopError, providerOf } from './provider.ts'
import { cancelPayment, settlePayment } from './settle.ts'

type Way = { returnUrl: string; savesMethod: boolean } | { methodId: string }

/**
 * Sends an order to the provider and settles its answer; throws `PaymentUnknown` if there is no definite one. Takes the
 * payment as it was before: its `sentAt` tells a repeat from the first request.
 */
export async function sendOrder(ctx: Context, payment: PaymentRow, way: Way): Promise<PaymentRow> {
  const { id: orderId, userId, amountKopecks, description } = payment
  const email = (await contactOf(ctx.db, userId))?.email
  if (!email) throw new AppError('noEmail')
  const answer = await ask(ctx, { orderId, userId, amountKopecks, description, email, ...way })
  if (!(answer instanceof PaymentRefused)) return settlePayment(ctx, orderId, answer)
  ctx.log.error({ paymentId: orderId, code: answer.code, parameter: answer.parameter }, 'the provider refused an order')
  // A repeat is also refused for what changed since, such as the e-mail: the first request may have been carried out.
  return payment.sentAt ? lookUp(ctx, { ...payment, sentAt: ctx.now() }) : cancelPayment(ctx, orderId, answer.code)
}

async function ask(ctx: Context, charge: NewCharge) {
  try {
    return await providerOf(ctx).charge(charge)
  } catch (error) {
    if (error instanceof PaymentRefused && !isShopError(error)) return error
    paymentsUnknown.inc()
    if (!(error instanceof PaymentRefused)) throw error
    ctx.log.error({ code: error.code }, 'the provider does not accept the credentials of the shop')
    throw new PaymentUnknown(error.code, { cause: error })
  }
}
