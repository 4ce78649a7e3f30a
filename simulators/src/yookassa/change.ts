import type { Cancellation } from './cancellation.ts'
import type { Payment } from './payment.ts'
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
export function succeed(shop: Shop, payment: Payment): Payment {
  const now = shop.clock.now()
  if (!payment.capturesAtOnce) return change(shop, { ...payment, status: 'waiting_for_capture', paidAt: now })
  return change(shop, { ...payment, status: 'succeeded', paidAt: now, capturedAt: now })
}

export function cancel(shop: Shop, payment: Payment, cancellation: Cancellation): Payment {
  const { challenge: _, ...rest } = payment
  return change(shop, { ...rest, status: 'canceled', cancellation })
}
