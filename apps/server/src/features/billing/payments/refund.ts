import { randomUUID } from 'node:crypto'

import { refundableKopecks } from '@doslovno/domain/billing/refund.ts'

import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow, RefundRow } from '#platform/tables.ts'

import { refund as refundJob } from './jobs.ts'
import { insertRefund, refundsOf } from './refund-repo.ts'

type Wish = { payment: PaymentRow; amountKopecks: number; reason: string }

/** Orders money back, at most what is left of the payment; undefined if that is less. The caller holds its lock. */
export async function requestRefund(ctx: Context, tx: Tx, wish: Wish): Promise<RefundRow | undefined> {
  const { payment, amountKopecks, reason } = wish
  if (payment.status !== 'succeeded') return undefined
  if (amountKopecks > refundableKopecks(payment.amountKopecks, await refundsOf(tx, payment.id))) return undefined
  const row = { id: randomUUID(), paymentId: payment.id, amountKopecks, reason, createdAt: ctx.now() }
  const refund = await insertRefund(tx, row)
  await ctx.jobs.enqueue(tx, refundJob, [{ refundId: refund.id }])
  return refund
}
