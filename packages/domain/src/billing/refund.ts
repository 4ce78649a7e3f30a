import { SECONDS_PER_MINUTE } from './minutes.ts'
import type { RefundStatus } from './payment.ts'

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
