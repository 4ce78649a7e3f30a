import { SECONDS_PER_MINUTE } from './minutes.ts'

/** `tariff`: the user begins or changes a subscription. `renewal`: the next period of the same one. */
export type PaymentKind = 'minutes' | 'tariff' | 'renewal'

/** `created`: the provider may not know it yet. `pending`: it awaits the user or the bank. The other two are final. */
export type PaymentStatus = 'created' | 'pending' | 'succeeded' | 'canceled'

/** A successful payment brings, once, minutes, a period of a subscription, or the money back. */
export type PaymentEffect = 'minutes' | 'period' | 'refund'

export type RefundStatus = PaymentStatus

/** Registration of the fiscal receipt (54-FZ). */
export type ReceiptStatus = 'pending' | 'succeeded' | 'canceled'

/** Reasons of our own, beside those of the provider: it never took the order; the card was unlinked before. */
export const PROVIDER_UNAVAILABLE = 'provider_unavailable'
export const CANCELED_BY_MERCHANT = 'canceled_by_merchant'

const closedReasons = [PROVIDER_UNAVAILABLE, CANCELED_BY_MERCHANT, 'expired_on_confirmation']

type Outcome = { status: PaymentStatus; cancelReason: string | null }

/** The status for the owner: `cancel` is closed or left unpaid, `error` is declined. */
export function shownStatus({ status, cancelReason }: Outcome): 'pending' | 'success' | 'cancel' | 'error' {
  if (status === 'succeeded') return 'success'
  if (status !== 'canceled') return 'pending'
  return closedReasons.includes(cancelReason ?? '') ? 'cancel' : 'error'
}

export type DeclineReason =
  | 'insufficientFunds'
  | 'cardExpired'
  | 'cardData'
  | 'limitExceeded'
  | 'confirmationFailed'
  | 'restricted'
  | 'bankUnavailable'
  | 'other'

const declineReasons = new Map<string, DeclineReason>([
  ['insufficient_funds', 'insufficientFunds'],
  ['card_expired', 'cardExpired'],
  ['invalid_card_number', 'cardData'],
  ['invalid_csc', 'cardData'],
  ['payment_method_limit_exceeded', 'limitExceeded'],
  ['3d_secure_failed', 'confirmationFailed'],
  ['call_issuer', 'restricted'],
  ['country_forbidden', 'restricted'],
  ['fraud_suspected', 'restricted'],
  ['identification_required', 'restricted'],
  ['payment_method_restricted', 'restricted'],
  ['permission_revoked', 'restricted'],
  ['internal_timeout', 'bankUnavailable'],
  ['issuer_unavailable', 'bankUnavailable'],
])

/** Why a payment was declined, as far as a person can act on it; null if it was not. */
export function declineReasonOf(outcome: Outcome): DeclineReason | null {
  if (shownStatus(outcome) !== 'error') return null
  return declineReasons.get(outcome.cancelReason ?? '') ?? 'other'
}

type Refund = { amountKopecks: number; status: RefundStatus }

/** Kopecks of a payment that can still go back; refunds under way count as gone. */
export function refundableKopecks(paidKopecks: number, refunds: readonly Refund[]): number {
  return paidKopecks - sumOf(refunds.filter(({ status }) => status !== 'canceled'))
}

/** Kopecks that went back. */
export function refundedKopecks(refunds: readonly Refund[]): number {
  return sumOf(refunds.filter(({ status }) => status === 'succeeded'))
}

type Bought = { minutes: number; amountKopecks: number }

/**
 * Seconds that a refund takes back, in proportion to its amount. Parts are rounded in favour of the user and add up:
 * once all the money is back, so are all the seconds.
 */
export function refundedSeconds(bought: Bought, refundedBefore: number, amountKopecks: number): number {
  return shareOf(bought, refundedBefore + amountKopecks) - shareOf(bought, refundedBefore)
}

function shareOf({ minutes, amountKopecks }: Bought, refunded: number): number {
  return Math.floor((minutes * SECONDS_PER_MINUTE * refunded) / amountKopecks)
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0)
}

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const EARLY_MINUTES = [1, 2, 5, 15]
/** The provider decides within a day; only its own outage takes longer. */
const HOURLY_UNTIL_MINUTES = 25 * HOUR_MINUTES
const LATE_STEP_MINUTES = 6 * HOUR_MINUTES
const LAST_CHECK_MINUTES = 30 * 24 * HOUR_MINUTES

/** When the provider is asked next about an undecided payment; null: never again. */
export function nextCheckAt(createdAt: Date, now: Date): Date | null {
  const age = (now.getTime() - createdAt.getTime()) / MINUTE_MS
  const step = age < HOURLY_UNTIL_MINUTES ? HOUR_MINUTES : LATE_STEP_MINUTES
  const next = EARLY_MINUTES.find((minutes) => minutes > age) ?? (Math.floor(age / step) + 1) * step
  return next > LAST_CHECK_MINUTES ? null : new Date(createdAt.getTime() + next * MINUTE_MS)
}

const REPEAT_AFTER_MS = MINUTE_MS
/** The provider forgets keys of idempotence after 24 hours; a later repeat would be a second charge. */
const REPEAT_WITHIN_MS = 23 * HOUR_MINUTES * MINUTE_MS

type Charge = { status: PaymentStatus; createdAt: Date; sentAt: Date | null }

/** `drop`: it was never sent and must not be any more. `lookUp`: it may exist, but must not be sent again. */
type ChargeStep = 'send' | 'wait' | 'lookUp' | 'drop' | 'none'

/** Decides about the charge of a saved card. `isWanted`: the card is still linked and the purchase still fits. */
export function chargeStep({ status, createdAt, sentAt }: Charge, isWanted: boolean, now: Date): ChargeStep {
  if (status === 'pending') return 'lookUp'
  if (status !== 'created') return 'none'
  if (!sentAt) return isWanted ? 'send' : 'drop'
  if (now.getTime() - sentAt.getTime() < REPEAT_AFTER_MS) return 'wait'
  return isWanted && now.getTime() - createdAt.getTime() < REPEAT_WITHIN_MS ? 'send' : 'lookUp'
}

const LOST_AFTER_MS = HOUR_MINUTES * MINUTE_MS

/** Whether an order that the provider does not know will never be found: its last request is long over. */
export function isLost({ createdAt, sentAt }: Pick<Charge, 'createdAt' | 'sentAt'>, now: Date): boolean {
  return now.getTime() - (sentAt ?? createdAt).getTime() >= LOST_AFTER_MS
}

type Expected = { id: string; amountKopecks: number; providerId: string | null }
type Shop = { shopId: string; isTest: boolean }
type Answer = Shop & { providerId: string; orderId: string | undefined; amountKopecks: number; currency: string }

export type Mismatch = 'order' | 'payment' | 'amount' | 'currency' | 'shop' | 'test'

/** Where the provider's answer contradicts our order; undefined if nowhere. */
export function mismatchOf(expected: Expected, answer: Answer, shop: Shop): Mismatch | undefined {
  if (answer.orderId !== expected.id) return 'order'
  if (expected.providerId && answer.providerId !== expected.providerId) return 'payment'
  if (answer.amountKopecks !== expected.amountKopecks) return 'amount'
  if (answer.currency !== 'RUB') return 'currency'
  if (answer.shopId !== shop.shopId) return 'shop'
  return answer.isTest === shop.isTest ? undefined : 'test'
}
