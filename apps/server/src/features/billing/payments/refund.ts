import { randomUUID } from 'node:crypto'

import { refundableKopecks, refundedKopecks, refundedSeconds } from '@doslovno/domain/billing/payment.ts'
import { paymentTexts } from '@doslovno/texts/billing/payment.ts'

import { type Context, PaymentRefused, PaymentUnknown, type ProviderRefund } from '#context.ts'
import { refund as refundJob } from '#features/billing/jobs.ts'
import { revokeSeconds } from '#features/billing/ledger/spend.ts'
import { endNow } from '#features/billing/subscription/cancel.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow, RefundRow } from '#platform/tables.ts'
import { paymentMismatches, refundsTotal } from '#platform/telemetry.ts'

import { lockPayment } from './lock.ts'
import { isShopError, providerOf } from './provider.ts'
import { findPayment, findRefund, insertRefund, lastPeriod, refundsOf, updateRefund } from './repo.ts'

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

type WishByHand = {
  paymentId: string
  /** Without it: all that is left. */
  amountKopecks?: number | undefined
  reason: string
  /** The operator. */
  by: string
  /** Also ends the subscription that the payment was for. */
  endsPlan: boolean
}

type Refusal = 'unknownPayment' | 'notPaid' | 'moreThanLeft' | 'nothingLeft' | 'noPlan'

/** An operator sends money back. What cannot be sent now is sent by the job. */
export async function refundByHand(ctx: Context, wish: WishByHand): Promise<RefundRow | Refusal> {
  providerOf(ctx)
  if (!(await findPayment(ctx.db, wish.paymentId))) return 'unknownPayment'
  const refund = await ctx.db.transaction().execute((tx) => order(ctx, tx, wish))
  if (typeof refund === 'string') return refund
  return sendRefund(ctx, refund.id).catch((error: unknown) => {
    if (error instanceof PaymentUnknown) return refund
    throw error
  })
}

async function order(ctx: Context, tx: Tx, { paymentId, reason, by, endsPlan, ...wish }: WishByHand) {
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

/** The first request leaves at once. */
const REPEAT_AFTER_MS = 60_000
const REPEAT_WITHIN_MS = 23 * 3_600_000

/** Sends a refund to the provider and settles its answer; throws `PaymentUnknown` while there is no final one. */
export async function sendRefund(ctx: Context, refundId: string): Promise<RefundRow> {
  const refund = await findRefund(ctx.db, refundId)
  const payment = refund && (await findPayment(ctx.db, refund.paymentId))
  if (!refund || !payment) throw new Error(`No refund ${refundId}`)
  if (isEnded(refund)) return refund
  const answer = await answerTo(ctx, payment, refund)
  const settled = await ctx.db.transaction().execute((tx) => settleRefund(ctx, tx, refund, answer))
  if (!isEnded(settled)) throw new PaymentUnknown('the refund is pending')
  refundsTotal.inc({ outcome: settled.status })
  return settled
}

type Answer = Pick<ProviderRefund, 'status'> & { providerId?: string; isLost?: boolean }

async function answerTo(ctx: Context, payment: PaymentRow, refund: RefundRow): Promise<Answer> {
  if (refund.providerId) return (await providerOf(ctx).findRefund(refund.providerId)) ?? { status: 'pending' }
  // The provider forgets keys of idempotence after 24 hours; a later repeat would be a second refund.
  return ageOf(ctx, refund) < REPEAT_WITHIN_MS ? ask(ctx, payment, refund) : findOut(ctx, payment, refund)
}

async function ask(ctx: Context, payment: PaymentRow, refund: RefundRow): Promise<Answer> {
  const owner = await contactOf(ctx.db, payment.userId)
  if (owner && !owner.email) throw new AppError('noEmail')
  const description = paymentTexts.refund(payment.description)
  const { id: refundId, amountKopecks } = refund
  try {
    return await providerOf(ctx).refund({
      refundId,
      providerPaymentId: providerIdOf(payment),
      amountKopecks,
      description,
      // The address of a deleted account is gone, too; the provider then repeats the receipt of the payment.
      email: owner?.email ?? undefined,
    })
  } catch (error) {
    if (!(error instanceof PaymentRefused) || isShopError(error)) throw error
    ctx.log.error({ refundId, code: error.code, parameter: error.parameter }, 'the provider refused a refund')
    // A repeat is also refused for what changed since, such as the e-mail: the first request may have been carried out.
    return ageOf(ctx, refund) > REPEAT_AFTER_MS ? findOut(ctx, payment, refund) : { status: 'canceled' }
  }
}

function ageOf(ctx: Context, { createdAt }: RefundRow): number {
  return ctx.now().getTime() - createdAt.getTime()
}

function providerIdOf({ id, providerId }: PaymentRow): string {
  if (!providerId) throw new Error(`The payment ${id} was never at the provider`)
  return providerId
}

/** The provider's sum of all refunds tells whether one was carried out whose answer was lost. */
async function findOut(ctx: Context, payment: PaymentRow, refund: RefundRow): Promise<Answer> {
  const answer = await providerOf(ctx).find(providerIdOf(payment))
  if (!answer) throw new PaymentUnknown('the payment was not found')
  const before = refundedKopecks(await refundsOf(ctx.db, payment.id))
  if (answer.refundedKopecks >= before + refund.amountKopecks) return { status: 'succeeded' }
  return { status: 'canceled', isLost: true }
}

async function settleRefund(ctx: Context, tx: Tx, { id, paymentId }: RefundRow, answer: Answer): Promise<RefundRow> {
  const payment = await lockPayment(tx, paymentId)
  const refund = await findRefund(tx, id)
  if (!refund || isEnded(refund)) return refund ?? Promise.reject(new Error(`No refund ${id}`))
  const { status, providerId = refund.providerId, isLost } = answer
  if (status === 'succeeded') await revoke(ctx, tx, payment, refund)
  const settled = await updateRefund(tx, id, { status, providerId, endedAt: status === 'pending' ? null : ctx.now() })
  if (isLost) await requestRefund(ctx, tx, { payment, amountKopecks: refund.amountKopecks, reason: refund.reason })
  return settled
}

/**
 * Notes money that went back without us, in the provider's cabinet or through the bank: it takes minutes like a refund of
 * ours, and the whole of it ends the plan. `refundedKopecks`: what went back of the payment by all ways. The caller holds
 * its lock.
 */
export async function noteRefunded(ctx: Context, tx: Tx, payment: PaymentRow, refundedKopecks: number): Promise<void> {
  const { id: paymentId, userId } = payment
  const refunds = await refundsOf(tx, paymentId)
  const amountKopecks = refundedKopecks - (payment.amountKopecks - refundableKopecks(payment.amountKopecks, refunds))
  if (amountKopecks <= 0) return
  const now = ctx.now()
  const row = { id: randomUUID(), paymentId, amountKopecks, reason: BY_PROVIDER, createdAt: now }
  const refund = await insertRefund(tx, row)
  await revoke(ctx, tx, payment, refund)
  if (refundedKopecks === payment.amountKopecks && (await isRunning(tx, payment))) await endNow(ctx, tx, userId, now)
  await updateRefund(tx, refund.id, { status: 'succeeded', endedAt: now })
  const details = { refundId: refund.id, paymentId, amountKopecks: String(amountKopecks) }
  await recordAudit(tx, { kind: 'refundedByProvider', userId, details })
  paymentMismatches.inc({ kind: 'refund' })
  ctx.log.error(details, 'the provider has refunded what we did not order')
}

const BY_PROVIDER = 'by the provider'

/** Whether the plan that the payment was for is the one that runs. */
async function isRunning(tx: Tx, { id, userId, effect }: PaymentRow): Promise<boolean> {
  if (effect !== 'period' || !(await contactOf(tx, userId))) return false
  return (await lastPeriod(tx, userId))?.id === id
}

/** Takes bought minutes back in proportion to the money, at most those that remain. A plan runs on. */
async function revoke(ctx: Context, tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { id, userId, effect, minutes, amountKopecks } = payment
  if (effect !== 'minutes' || minutes === null) return
  // The minutes of a deleted account are gone with it.
  if (!(await contactOf(tx, userId))) return
  const before = refundedKopecks(await refundsOf(tx, id))
  const seconds = refundedSeconds({ minutes, amountKopecks }, before, refund.amountKopecks)
  await revokeSeconds(tx, { userId, source: `payment:${id}`, seconds, now: ctx.now() })
}

function isEnded({ status }: RefundRow): boolean {
  return status === 'succeeded' || status === 'canceled'
}
