import { refundableKopecks } from '@doslovno/domain/billing/refund.ts'

import { type Context, PaymentUnknown } from '#context.ts'
import { endNow } from '#features/billing/subscription/end-now.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow, RefundRow } from '#platform/tables.ts'

import { lockPayment } from './lock.ts'
import { providerOf } from './provider.ts'
import { refundsOf } from './refund-repo.ts'
import { requestRefund } from './refund.ts'
import { findPayment } from './repo.ts'
import { sendRefund } from './send-refund.ts'

type Wish = {
  paymentId: string
  /** Without it: all that is left. */
  amountKopecks?: number | undefined
  reason: string
  /** The operator. */
  by: string
  /** Also ends the subscription that the payment was for. */
  endsPlan: boolean
}

export type Refusal = 'unknownPayment' | 'notPaid' | 'moreThanLeft' | 'nothingLeft' | 'noPlan'

/** An operator sends money back. What cannot be sent now is sent by the job. */
export async function refundByHand(ctx: Context, wish: Wish): Promise<RefundRow | Refusal> {
  providerOf(ctx)
  if (!(await findPayment(ctx.db, wish.paymentId))) return 'unknownPayment'
  const refund = await ctx.db.transaction().execute((tx) => order(ctx, tx, wish))
  if (typeof refund === 'string') return refund
  return sendRefund(ctx, refund.id).catch((error: unknown) => {
    if (error instanceof PaymentUnknown) return refund
    throw error
  })
}

async function order(ctx: Context, tx: Tx, { paymentId, reason, by, endsPlan, ...wish }: Wish) {
  const payment = await lockPayment(tx, paymentId)
  const left = refundableKopecks(payment.amountKopecks, await refundsOf(tx, paymentId))
  const amountKopecks = wish.amountKopecks ?? left
  const refusal = refusalOf(payment, { left, amountKopecks, endsPlan })
  if (refusal) return refusal
  if (endsPlan && !(await contactOf(tx, payment.userId))) return 'noPlan'
  if (endsPlan) await endNow(ctx, tx, payment.userId, ctx.now())
  const refund = await requestRefund(ctx, tx, { payment, amountKopecks, reason })
  if (!refund) return 'moreThanLeft'
  const details = { refundId: refund.id, paymentId, amountKopecks: String(amountKopecks), by, reason }
  await recordAudit(tx, { kind: 'refundOrdered', userId: payment.userId, details })
  return refund
}

type Terms = { left: number; amountKopecks: number; endsPlan: boolean }

function refusalOf(payment: PaymentRow, { left, amountKopecks, endsPlan }: Terms): Refusal | undefined {
  if (payment.status !== 'succeeded') return 'notPaid'
  if (left === 0) return 'nothingLeft'
  if (amountKopecks > left) return 'moreThanLeft'
  return endsPlan && payment.effect !== 'period' ? 'noPlan' : undefined
}
