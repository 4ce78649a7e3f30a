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
