import * as z from 'zod'

import { Amount, amountOf, kopecksOf } from './money.ts'
import type { NewCharge, ProviderPayment } from './port.ts'
import { receiptOf, type ReceiptSettings } from './receipt.ts'

const Method = z.object({ id: z.string(), saved: z.boolean(), title: z.string().optional() })

/** The fields of a payment that we use. */
export const Payment = z.object({
  id: z.string(),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: Amount,
  created_at: z.coerce.date(),
  test: z.boolean(),
  recipient: z.object({ account_id: z.string() }),
  confirmation: z.object({ confirmation_url: z.url({ protocol: /^https?$/ }).optional() }).optional(),
  payment_method: Method.optional(),
  refunded_amount: Amount.optional(),
  receipt_registration: z.enum(['pending', 'succeeded', 'canceled']).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
})
export type Payment = z.infer<typeof Payment>

export function chargeBody(charge: NewCharge, receipt: ReceiptSettings) {
  const way =
    'methodId' in charge
      ? { payment_method_id: charge.methodId }
      : {
          confirmation: { type: 'redirect', return_url: charge.returnUrl, locale: 'ru_RU' },
          save_payment_method: charge.savesMethod,
        }
  return {
    amount: amountOf(charge.amountKopecks),
    // Otherwise the money is only held.
    capture: true,
    ...way,
    description: charge.description,
    metadata: { orderId: charge.orderId, userId: charge.userId },
    receipt: receiptOf(charge, receipt),
  }
}

export function paymentOf(payment: Payment): ProviderPayment {
  const { payment_method: method } = payment
  return {
    providerId: payment.id,
    orderId: payment.metadata?.orderId,
    status: payment.status === 'waiting_for_capture' ? 'pending' : payment.status,
    amountKopecks: kopecksOf(payment.amount),
    currency: payment.amount.currency,
    shopId: payment.recipient.account_id,
    isTest: payment.test,
    createdAt: payment.created_at,
    confirmationUrl: payment.confirmation?.confirmation_url ?? null,
    savedMethod: method?.saved ? { providerId: method.id, title: method.title ?? '' } : null,
    cancelReason: payment.cancellation_details?.reason ?? null,
    receiptStatus: payment.receipt_registration ?? null,
    refundedKopecks: payment.refunded_amount ? kopecksOf(payment.refunded_amount) : 0,
  }
}
