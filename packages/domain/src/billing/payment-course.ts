import type { PaymentStatus } from './payment.ts'

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
export type ChargeStep = 'send' | 'wait' | 'lookUp' | 'drop' | 'none'

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
