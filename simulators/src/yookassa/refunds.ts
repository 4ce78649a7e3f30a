import { randomUUID } from 'node:crypto'

import type * as z from 'zod'

import { ApiError } from './errors.ts'
import type { Refund } from './payment.ts'
import { checkReceipt, type NewRefund } from './request.ts'
import type { Shop } from './shop.ts'
import { kopecksOf, refundObject } from './wire.ts'

/** Gives money back, a part or the whole. */
export function createRefund(shop: Shop, request: z.infer<typeof NewRefund>): Refund {
  const payment = shop.payments.get(request.payment_id)
  const amountKopecks = kopecksOf(request.amount.value)
  if (payment?.status !== 'succeeded') throw new ApiError(400, 'The payment cannot be refunded', 'payment_id')
  if (amountKopecks < 1 || amountKopecks > payment.amountKopecks - payment.refundedKopecks)
    throw new ApiError(400, 'More than was paid', 'amount.value')
  checkReceipt(request.receipt, amountKopecks)
  const refund: Refund = {
    id: randomUUID(),
    paymentId: payment.id,
    status: 'pending',
    amountKopecks,
    description: request.description,
    metadata: request.metadata,
    createdAt: shop.clock.now(),
    hasReceipt: request.receipt !== undefined,
  }
  return endRefund(shop, refund, shop.settings.refunds)
}

/** Pays a refund out, cancels it, or lets it wait. */
export function endRefund(shop: Shop, refund: Refund, status: Refund['status']): Refund {
  const ended = { ...refund, status }
  shop.refunds.set(refund.id, ended)
  const payment = shop.payments.get(refund.paymentId)
  if (status !== 'succeeded' || !payment) return ended
  const refundedKopecks = payment.refundedKopecks + refund.amountKopecks
  shop.payments.set(payment.id, { ...payment, refundedKopecks })
  shop.webhooks.notify({ type: 'notification', event: 'refund.succeeded', object: refundObject(shop, ended) })
  return ended
}
