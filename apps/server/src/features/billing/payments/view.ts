import type { Payment, PaymentState, PurchaseEvent } from '@doslovno/contract/payments.ts'
import { declineReasonOf, type PaymentKind, shownStatus } from '@doslovno/domain/billing/payment.ts'

import type { ShownPayment } from './repo.ts'

const KOPECKS = 100
/** The provider closes its page after an hour. */
const PAGE_MS = 3_600_000

export function paymentView(payment: ShownPayment, now: Date): Payment {
  const isOpen = now.getTime() - payment.createdAt.getTime() < PAGE_MS
  return {
    id: payment.id,
    createdAt: payment.createdAt.toISOString(),
    amount: payment.amountKopecks / KOPECKS,
    refunded: payment.refundedKopecks / KOPECKS,
    description: payment.description,
    type: typeOf(payment.kind),
    status: shownStatus(payment),
    redirectUrl: isOpen ? payment.confirmationUrl : null,
  }
}

export function paymentStateView(payment: ShownPayment, now: Date): PaymentState {
  const { minutes, tariffName } = payment
  return { ...paymentView(payment, now), minutes, tariffName, declineReason: declineReasonOf(payment) }
}

export function purchaseView(payment: ShownPayment): PurchaseEvent {
  const { id, kind, tariffId, tariffName, minutes, amountKopecks } = payment
  const type = kind === 'minutes' ? 'minutes' : 'subscribeToTariff'
  return { paymentId: id, type, tariffName, tariffId, minutes, amount: amountKopecks / KOPECKS }
}

function typeOf(kind: PaymentKind): Payment['type'] {
  return kind === 'minutes' ? 'extraMinutes' : 'tariff'
}
