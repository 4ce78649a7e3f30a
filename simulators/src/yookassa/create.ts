import { randomUUID } from 'node:crypto'

import { cancellationOf } from './cancellation.ts'
import { cancel, change, succeed } from './change.ts'
import { ApiError } from './errors.ts'
import type { Payment } from './payment.ts'
import { checkReceipt, type NewPayment, payableKopecks } from './request.ts'
import type { Shop } from './shop.ts'

/** Creates a payment that waits for the payer, or charges a saved card at once. */
export function createPayment(shop: Shop, request: NewPayment): Payment {
  const amountKopecks = payableKopecks(request.amount.value)
  checkReceipt(request.receipt, amountKopecks)
  const methodId = request.payment_method_id
  if (!methodId && !request.confirmation) throw new ApiError(400, 'The confirmation is missing', 'confirmation')
  const payment: Payment = {
    id: randomUUID(),
    status: 'pending',
    amountKopecks,
    capturesAtOnce: request.capture,
    savesMethod: request.save_payment_method,
    description: request.description,
    metadata: request.metadata,
    customerId: request.merchant_customer_id,
    returnUrl: methodId ? undefined : request.confirmation?.return_url,
    createdAt: shop.clock.now(),
    refundedKopecks: 0,
    hasReceipt: request.receipt !== undefined,
  }
  shop.payments.set(payment.id, payment)
  if (!methodId) return payment
  const charge = change(shop, { ...payment, methodId })
  return shop.settings.charges === 'pending' ? charge : settleCharge(shop, charge)
}

/** Ends the charge of a saved card. */
export function settleCharge(shop: Shop, payment: Payment): Payment {
  const method = shop.methods.get(payment.methodId ?? '')
  if (!method?.isSaved || method.isRevoked) return cancel(shop, payment, cancellationOf('permission_revoked'))
  const decline = method.decline ?? method.card.decline
  return decline ? cancel(shop, payment, decline) : succeed(shop, payment)
}
