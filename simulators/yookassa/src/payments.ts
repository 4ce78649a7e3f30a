import { randomUUID } from 'node:crypto'

import { type Cancellation, cancellationOf, type Reason } from './cancellation.ts'
import type { Card } from './cards.ts'
import { ApiError } from './errors.ts'
import type { Method, Payment } from './payment.ts'
import { checkReceipt, type NewPayment, payableKopecks } from './request.ts'
import type { Shop } from './shop.ts'
import { holdEndOf, paymentObject } from './wire.ts'

const CONFIRMATION_MS = 60 * 60 * 1000

export const expiryOf = ({ createdAt }: Payment) => createdAt + CONFIRMATION_MS

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
  return methodId ? chargeSaved(shop, payment, methodId) : payment
}

function chargeSaved(shop: Shop, payment: Payment, methodId: string): Payment {
  const method = shop.methods.get(methodId)
  if (!method?.isSaved || method.isRevoked) return cancel(shop, payment, cancellationOf('permission_revoked'))
  const decline = method.decline ?? method.card.decline
  return decline ? cancel(shop, { ...payment, methodId }, decline) : succeed(shop, { ...payment, methodId })
}

/** The payer entered a card; a card with 3-D Secure then waits for a code. */
export function enterCard(shop: Shop, payment: Payment, card: Card): Payment {
  checkOpen(payment)
  if (card.asksCode) return change(shop, { ...payment, challenge: card })
  return finish(shop, payment, card, card.decline)
}

/** The payer answered the bank's question, or refused to. */
export function answerChallenge(shop: Shop, payment: Payment, isConfirmed: boolean): Payment {
  checkOpen(payment)
  const { challenge: card, ...rest } = payment
  if (!card) throw new ApiError(400, 'The bank asks nothing')
  const decline = isConfirmed ? card.decline : cancellationOf('3d_secure_failed')
  return finish(shop, { ...rest, hasPassedCode: !decline }, card, decline)
}

function finish(shop: Shop, payment: Payment, card: Card, decline: Cancellation | undefined): Payment {
  // The first payment with a card gives the saved card its id.
  const method: Method = {
    id: payment.id,
    card,
    isSaved: payment.savesMethod && !decline,
    isRevoked: false,
    decline: null,
  }
  shop.methods.set(method.id, method)
  const used = { ...payment, methodId: method.id }
  return decline ? cancel(shop, used, decline) : succeed(shop, used)
}

function succeed(shop: Shop, payment: Payment): Payment {
  const now = shop.clock.now()
  if (!payment.capturesAtOnce) return change(shop, { ...payment, status: 'waiting_for_capture', paidAt: now })
  return change(shop, { ...payment, status: 'succeeded', paidAt: now, capturedAt: now })
}

export function cancel(shop: Shop, payment: Payment, cancellation: Cancellation): Payment {
  const { challenge: _, ...rest } = payment
  return change(shop, { ...rest, status: 'canceled', cancellation })
}

/** Takes held money, the whole of it or a part; the rest returns to the payer. */
export function capture(shop: Shop, payment: Payment, amountKopecks = payment.amountKopecks): Payment {
  checkHeld(payment)
  if (amountKopecks > payment.amountKopecks) throw new ApiError(400, 'More than was held', 'amount.value')
  return change(shop, { ...payment, status: 'succeeded', amountKopecks, capturedAt: shop.clock.now() })
}

export function releaseHold(shop: Shop, payment: Payment): Payment {
  checkHeld(payment)
  return cancel(shop, payment, cancellationOf('canceled_by_merchant'))
}

/** Ends payments whose time is over. */
export function expireOverdue(shop: Shop): void {
  const now = shop.clock.now()
  const expire = (payment: Payment, reason: Reason) => cancel(shop, payment, cancellationOf(reason))
  for (const payment of shop.payments.values()) {
    if (payment.status === 'pending' && expiryOf(payment) <= now) expire(payment, 'expired_on_confirmation')
    if (payment.status === 'waiting_for_capture' && holdEndOf(payment) <= now) expire(payment, 'expired_on_capture')
  }
}

function checkOpen({ status }: Payment): void {
  if (status !== 'pending') throw new ApiError(400, `The payment is ${status}`)
}

function checkHeld({ status }: Payment): void {
  if (status !== 'waiting_for_capture') throw new ApiError(400, `The payment is ${status}`, 'payment_id')
}

/** Keeps the new state and tells the shop about a new status. */
function change(shop: Shop, payment: Payment): Payment {
  const isNews = shop.payments.get(payment.id)?.status !== payment.status
  shop.payments.set(payment.id, payment)
  if (isNews)
    shop.webhooks.notify({
      type: 'notification',
      event: `payment.${payment.status}`,
      object: paymentObject(shop, payment),
    })
  return payment
}
