import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

/** A purchase that the client has yet to report to analytics; amount in roubles. Clients report each id once. */
export const PurchaseEvent = z.object({
  paymentId: z.string(),
  type: z.enum(['subscribeToTariff', 'minutes']),
  tariffName: z.nullable(z.string()),
  tariffId: z.nullable(z.int()),
  minutes: z.nullable(z.int()),
  amount: z.number(),
})
export type PurchaseEvent = z.infer<typeof PurchaseEvent>

/** `cancel`: closed or left unpaid. `error`: declined. */
export const PaymentStatus = z.enum(['pending', 'success', 'cancel', 'error'])

export const Payment = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** Roubles. */
  amount: z.number(),
  /** Roubles given back so far. */
  refunded: z.number(),
  description: z.string(),
  type: z.enum(['other', 'extraMinutes', 'tariff']),
  status: PaymentStatus,
  /** The provider's page, while it waits for the user. */
  redirectUrl: z.nullable(z.string()),
  /** Registration of the fiscal receipt, which goes to the payer's e-mail; null if there is none. */
  receipt: z.nullable(z.enum(['pending', 'succeeded', 'canceled'])),
})
export type Payment = z.infer<typeof Payment>

/** Why a payment was declined, as far as a person can act on it. */
export const DeclineReason = z.enum([
  'insufficientFunds',
  'cardExpired',
  'cardData',
  'limitExceeded',
  'confirmationFailed',
  'restricted',
  'bankUnavailable',
  'other',
])
export type DeclineReason = z.infer<typeof DeclineReason>

/** One payment as its return page shows it. */
export const PaymentState = z.extend(Payment, {
  minutes: z.nullable(z.int()),
  tariffName: z.nullable(z.string()),
  declineReason: z.nullable(DeclineReason),
})
export type PaymentState = z.infer<typeof PaymentState>

const LARGEST_COUNT = 99_999
/** The largest integer of the database. */
const LARGEST_ID = 2_147_483_647
const TariffId = z.int().check(z.minimum(1), z.maximum(LARGEST_ID))

/** Charges the saved card (`autoConfirm`), or sends the user to the provider's page (`redirectUrl`). */
export const payMinutes = {
  method: 'POST',
  path: '/api/account/payment/minutes',
  auth: 'session',
  switch: 'payments',
  body: z.object({
    minutesCount: z.int().check(z.minimum(1), z.maximum(LARGEST_COUNT)),
    /** Keep the card for later purchases. */
    saveCard: z._default(z.boolean(), true),
    /** Pay with another card than the saved one. */
    changePaymentMethod: z._default(z.boolean(), false),
  }),
  reply: z.object({ autoConfirm: z.boolean(), redirectUrl: z.nullable(z.string()), paymentId: z.string() }),
} as const satisfies Endpoint

/** A change that costs nothing now (free, cheaper, resumed) has no `redirectUrl`; `effectiveAt` says when it happens. */
export const payTariff = {
  method: 'POST',
  path: '/api/account/payment/tariff',
  auth: 'session',
  switch: 'payments',
  body: z.object({ tariffId: TariffId, period: z.enum(['year', 'month']) }),
  reply: z.object({
    redirectUrl: z.nullable(z.string()),
    isFree: z.boolean(),
    paymentId: z.nullable(z.string()),
    effectiveAt: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export const repaySubscription = {
  method: 'POST',
  path: '/api/account/payment/repay-subscription',
  auth: 'session',
  switch: 'payments',
  body: z.object({ changePaymentMethod: z._default(z.boolean(), false) }),
  reply: z.object({ redirectUrl: z.nullable(z.string()), autoConfirm: z.boolean(), paymentId: z.string() }),
} as const satisfies Endpoint

/** `expiredAt` is null if there was nothing to cancel. */
export const cancelSubscription = {
  method: 'POST',
  path: '/api/account/payment/cancel-subscription',
  auth: 'session',
  reply: z.object({ expiredAt: z.nullable(z.string()) }),
} as const satisfies Endpoint

export const unlinkCard = {
  method: 'POST',
  path: '/api/account/payment/unlink-card',
  auth: 'session',
  reply: z.object({}),
} as const satisfies Endpoint

/** Asks the provider too, if the payment is pending. */
export const getPayment = {
  method: 'GET',
  path: '/api/account/payments/:id',
  auth: 'session',
  isPolled: true,
  params: z.object({ id: z.uuid() }),
  reply: PaymentState,
} as const satisfies Endpoint

const LONGEST_CODE = 100

export const activatePromo = {
  method: 'POST',
  path: '/api/account/promo/activation',
  auth: 'session',
  body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(LONGEST_CODE)) }),
  reply: z.object({ minutes: z.int() }),
} as const satisfies Endpoint

/** Minutes granted at once, with what is left of them. */
export const Lot = z.object({
  id: z.string(),
  kind: z.enum(['plan', 'extra', 'bonus', 'promo', 'goodwill']),
  minutesGranted: z.int(),
  minutesRemain: z.int(),
  /** Held for files that are being processed. */
  minutesHeld: z.int(),
  expiresAt: z.string(),
})
export type Lot = z.infer<typeof Lot>

/** Seconds spent on one file; the file may be deleted since. */
export const Spending = z.object({
  scriptId: z.nullable(z.string()),
  fileName: z.nullable(z.string()),
  seconds: z.int(),
  at: z.string(),
})
export type Spending = z.infer<typeof Spending>

/** Where the minutes come from and where they went: lots that expire first, spending newest first. */
export const getMinutes = {
  method: 'GET',
  path: '/api/account/minutes',
  auth: 'session',
  query: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1) }),
  reply: z.object({ lots: z.array(Lot), spent: z.array(Spending), spentTotal: z.int() }),
} as const satisfies Endpoint

/** Notifications of YooKassa: unsigned, so only their object's id is used. */
export const receiveYookassa = {
  method: 'POST',
  path: '/api/payments/yookassa',
  auth: 'none',
  body: z.object({
    type: z.literal('notification'),
    event: z.string().check(z.maxLength(100)),
    object: z.looseObject({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  }),
  reply: z.object({}),
} as const satisfies Endpoint
