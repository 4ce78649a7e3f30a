import type { Plan } from '@doslovno/domain/billing/subscription.ts'
import { startsNow } from '@doslovno/domain/billing/subscription/choice.ts'
import { continuePeriod, startPeriod } from '@doslovno/domain/billing/subscription/course.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { findTariff, type Subscription, subscriptionOf } from './repo.ts'
import { beginPeriod, declineRenewal } from './transitions.ts'

/**
 * Starts or continues the subscription that a successful payment is for; `refund` if it no longer fits, so the money
 * goes back. The caller holds the user's lock and calls it once per payment.
 */
export async function applyTariffPayment(
  ctx: Context,
  tx: Tx,
  payment: PaymentRow,
  now: Date,
): Promise<'period' | 'refund'> {
  const { amountKopecks, kind } = payment
  const before = await subscriptionOf(tx, payment.userId)
  const plan = planOf(payment)
  const isFit = kind === 'renewal' ? continues(before, payment) : await starts(tx, before, plan)
  if (!isFit) return 'refund'
  const course = kind === 'renewal' ? continuePeriod(before, plan, now) : startPeriod(plan, now)
  const isNew = kind === 'tariff' || course.anchorAt.getTime() !== before.anchorAt.getTime()
  await beginPeriod(ctx, tx, before, { course, isNew, amountKopecks, now })
  return 'period'
}

/** Takes note of a declined automatic renewal. The caller holds the user's lock and calls it once per payment. */
export async function applyDecline(ctx: Context, tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  const before = await subscriptionOf(tx, payment.userId)
  if (continues(before, payment)) await declineRenewal(ctx, tx, before, { reason: payment.cancelReason, now })
}

/** A renewal pays for the time right after what is paid; a saved card pays for nothing after a cancel. */
function continues({ paidUntil, status }: Subscription, { periodStart, methodId }: PaymentRow): boolean {
  if (status === 'cancelled' && methodId) return false
  return paidUntil !== null && paidUntil.getTime() === periodStart?.getTime()
}

async function starts(tx: Tx, course: Subscription, plan: Plan): Promise<boolean> {
  const target = await findTariff(tx, plan.tariffId)
  return target !== undefined && startsNow({ course, current: course.tariff, plan, target })
}

/** The table keeps the plan of every payment but those for minutes. */
function planOf({ tariffId, billingPeriod }: PaymentRow): Plan {
  if (!tariffId || !billingPeriod) throw new Error('The payment is not for a tariff')
  return { tariffId, billingPeriod }
}
