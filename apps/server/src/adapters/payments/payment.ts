import * as z from 'zod'

import type { PaymentsConfig } from '#platform/config.ts'

import type { NewCharge, NewRefund, OrderTerms, ProviderPayment, ProviderRefund } from './port.ts'

const LONGEST_LINE = 128

const Amount = z.object({ value: z.string().regex(/^\d{1,12}\.\d{2}$/), currency: z.string() })

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
  description: z.string().optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
})
export type Payment = z.infer<typeof Payment>

export function chargeBody(charge: NewCharge, receipt: ReceiptSettings) {
  const way =
    'methodId' in charge
      ? { payment_method_id: charge.methodId }
      : {
          confirmation: { type: 'redirect', return_url: charge.returnUrl, locale: 'ru_RU' },
          save_payment_method: charge.terms.savesMethod,
        }
  return {
    amount: amountOf(charge.amountKopecks),
    // Otherwise the money is only held.
    capture: true,
    ...way,
    description: charge.description,
    metadata: metadataOf(charge),
    receipt: receiptOf(charge, receipt),
  }
}

function metadataOf({ orderId, terms: { userId, ...terms } }: NewCharge) {
  return { orderId, userId, terms: JSON.stringify(terms) }
}

const Terms = z.object({
  userId: z.uuid(),
  kind: z.enum(['minutes', 'tariff', 'renewal']),
  minutes: z.int().nullable(),
  tariffId: z.int().nullable(),
  billingPeriod: z.enum(['month', 'year']).nullable(),
  periodStart: z.coerce.date().nullable(),
  methodId: z.string().nullable(),
  savesMethod: z.boolean(),
})

/** Other programs may use the shop, too. */
function termsOf({ metadata }: Payment): OrderTerms | undefined {
  try {
    const terms: unknown = JSON.parse(metadata?.terms ?? '')
    return Terms.safeParse({ ...(terms as object), userId: metadata?.userId }).data
  } catch {
    return undefined
  }
}

export function paymentOf(payment: Payment): ProviderPayment {
  const { payment_method: method } = payment
  return {
    providerId: payment.id,
    orderId: payment.metadata?.orderId,
    terms: termsOf(payment),
    description: payment.description ?? '',
    status: payment.status === 'waiting_for_capture' ? 'pending' : payment.status,
    amountKopecks: kopecksOf(payment.amount),
    currency: payment.amount.currency,
    shopId: payment.recipient.account_id,
    isTest: payment.test,
    createdAt: payment.created_at,
    confirmationUrl: payment.confirmation?.confirmation_url ?? null,
    methodTitle: method?.title ?? null,
    savedMethod: method?.saved ? { providerId: method.id, title: method.title ?? '' } : null,
    cancelReason: payment.cancellation_details?.reason ?? null,
    receiptStatus: payment.receipt_registration ?? null,
    refundedKopecks: payment.refunded_amount ? kopecksOf(payment.refunded_amount) : 0,
  }
}

/** Kopecks as the API writes them: "990.00". */
function amountOf(kopecks: number) {
  const rest = String(kopecks % 100).padStart(2, '0')
  return { value: `${Math.floor(kopecks / 100)}.${rest}`, currency: 'RUB' }
}

const kopecksOf = ({ value }: z.infer<typeof Amount>): number => Number(value.replace('.', ''))

type ReceiptSettings = PaymentsConfig['receipt']
type Line = { description: string; email: string; amountKopecks: number }

/** A receipt by 54-FZ of one service that is paid in full before it is rendered. */
function receiptOf({ description, email, amountKopecks }: Line, { vatCode, taxSystem }: ReceiptSettings) {
  return {
    customer: { email },
    items: [
      {
        description: description.slice(0, LONGEST_LINE),
        quantity: 1,
        amount: amountOf(amountKopecks),
        vat_code: vatCode,
        payment_mode: 'full_prepayment',
        payment_subject: 'service',
      },
    ],
    ...(taxSystem !== undefined && { tax_system_code: taxSystem }),
  }
}

/** The fields of a refund that we use. */
export const Refund = z.object({
  id: z.string(),
  payment_id: z.string(),
  status: z.enum(['pending', 'succeeded', 'canceled']),
  amount: Amount,
})

export function refundBody(refund: NewRefund, receipt: ReceiptSettings) {
  return {
    payment_id: refund.providerPaymentId,
    amount: amountOf(refund.amountKopecks),
    description: refund.description,
    ...(refund.email && { receipt: receiptOf({ ...refund, email: refund.email }, receipt) }),
  }
}

export const refundOf = ({ id, status, amount }: z.infer<typeof Refund>): ProviderRefund => ({
  providerId: id,
  status,
  amountKopecks: kopecksOf(amount),
})
