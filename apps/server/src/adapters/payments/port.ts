import type { PaymentKind, PaymentStatus, ReceiptStatus, RefundStatus } from '@doslovno/domain/billing/payment.ts'
import type { BillingPeriod } from '@doslovno/domain/billing/subscription.ts'

/** An order as the provider keeps it beside the payment: enough to record it again. */
export type OrderTerms = {
  userId: string
  kind: PaymentKind
  minutes: number | null
  tariffId: number | null
  billingPeriod: BillingPeriod | null
  periodStart: Date | null
  methodId: string | null
  savesMethod: boolean
}

export type NewCharge = {
  /** Our order number, and the key of idempotence: the same order is never taken twice. */
  orderId: string
  terms: OrderTerms
  amountKopecks: number
  /** At most 128 characters; it is also the line of the receipt. */
  description: string
  /** Where the receipt goes. */
  email: string
} & (
  | {
      /** The user pays on the provider's page and comes back here. */
      returnUrl: string
    }
  | {
      /** A saved card, charged without the user. */
      methodId: string
    }
)

export type SavedMethod = { providerId: string; title: string }

/** A payment as the provider tells it. `waiting_for_capture` never occurs: we capture at once. */
export type ProviderPayment = {
  providerId: string
  orderId: string | undefined
  /** Undefined if the payment is no order of ours. */
  terms: OrderTerms | undefined
  description: string
  status: Exclude<PaymentStatus, 'created'>
  amountKopecks: number
  currency: string
  shopId: string
  isTest: boolean
  createdAt: Date
  confirmationUrl: string | null
  /** The card or other method, in words of the provider. */
  methodTitle: string | null
  /** The card, if the provider kept it. */
  savedMethod: SavedMethod | null
  cancelReason: string | null
  receiptStatus: ReceiptStatus | null
  refundedKopecks: number
}

export type NewRefund = {
  refundId: string
  providerPaymentId: string
  amountKopecks: number
  description: string
  /** Where the receipt goes. Without it the provider makes the receipt of a whole refund from that of the payment. */
  email: string | undefined
}

export type ProviderRefund = { providerId: string; status: Exclude<RefundStatus, 'created'>; amountKopecks: number }

/** The payment provider. Every call may throw `PaymentUnknown` or `PaymentRefused`. */
export type PaymentProvider = {
  /** Repeats of the same order within 24 hours return the first result. */
  charge(charge: NewCharge): Promise<ProviderPayment>
  find(providerId: string): Promise<ProviderPayment | undefined>
  /** All payments of the shop that were created between two moments, newest first. */
  list(from: Date, to: Date): Promise<ProviderPayment[]>
  /** Repeats of the same refund within 24 hours return the first result. */
  refund(refund: NewRefund): Promise<ProviderRefund>
  /** Payments of which a refund was made between two moments. */
  listRefunded(from: Date, to: Date): Promise<string[]>
  findRefund(providerId: string): Promise<ProviderRefund | undefined>
  /** Whether a notification from this address can be the provider's. */
  isProviderAddress(address: string): boolean
}

/** No definite answer: network, timeout, 5xx, 429. The request may have been carried out; repeat it with the same key. */
export class PaymentUnknown extends Error {
  override name = 'PaymentUnknown'
  constructor(reason: string, options?: ErrorOptions) {
    super(`the payment provider gave no definite answer: ${reason}`, options)
  }
}

/** The provider refused the request itself (4xx): nothing happened, and a repeat would be refused again. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly code: string
  readonly parameter: string | undefined
  constructor(code: string, parameter?: string) {
    super(`the payment provider refused the request: ${code}${parameter ? ` (${parameter})` : ''}`)
    this.code = code
    this.parameter = parameter
  }
}
