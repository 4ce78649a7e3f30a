import { randomUUID } from 'node:crypto'

import { ApiError } from './errors.ts'
import {
  type Cancellation,
  cancellationOf,
  type Card,
  confirmationEndOf,
  holdEndOf,
  type Method,
  type Payment,
} from './payment.ts'
import { checkReceipt, type NewPayment, payableKopecks } from './request.ts'
import type { Shop } from './shop.ts'
import { paymentObject } from './wire.ts'

/** Keeps the new state of a payment and notifies the shop of a new status. */
export function change(shop: Shop, payment: Payment): Payment {
  const isNews = shop.payments.get(payment.id)?.status !== payment.status
  shop.payments.set(payment.id, payment)
  const event = `payment.${payment.status}`
  if (isNews) shop.webhooks.notify({ type: 'notification', event, object: paymentObject(shop, payment) })
  return payment
}

/** Takes the money, or holds it if the shop wants to capture later. */
function succeed(shop: Shop, payment: Payment): Payment {
  const now = shop.clock.now()
  if (!payment.capturesAtOnce) return change(shop, { ...payment, status: 'waiting_for_capture', paidAt: now })
  return change(shop, { ...payment, status: 'succeeded', paidAt: now, capturedAt: now })
}

export function cancel(shop: Shop, payment: Payment, cancellation: Cancellation): Payment {
  const { challenge: _, ...rest } = payment
  return change(shop, { ...rest, status: 'canceled', cancellation })
}

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

/** Ends payments whose time is over. */
export function expireOverdue(shop: Shop): void {
  const now = shop.clock.now()
  for (const payment of shop.payments.values()) {
    if (payment.status === 'pending' && confirmationEndOf(payment) <= now)
      cancel(shop, payment, cancellationOf('expired_on_confirmation'))
    if (payment.status === 'waiting_for_capture' && holdEndOf(payment) <= now)
      cancel(shop, payment, cancellationOf('expired_on_capture'))
  }
}

/** The payer entered a card; a card with 3-D Secure then waits for a confirmation. */
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

/** The payer gave up: the provider sees only that nobody paid in time. */
export const giveUp = (shop: Shop, payment: Payment): Payment =>
  cancel(shop, payment, cancellationOf('expired_on_confirmation'))

function finish(shop: Shop, payment: Payment, card: Card, decline: Cancellation | undefined): Payment {
  const method: Method = {
    // As with the real provider: a saved card has the id of its first payment.
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

function checkOpen({ status }: Payment): void {
  if (status !== 'pending') throw new ApiError(400, `The payment is ${status}`)
}
