import { SECONDS_PER_MINUTE } from '@doslovno/domain/billing/minutes.ts'
import { type Mismatch, mismatchOf, nextCheckAt, type PaymentEffect } from '@doslovno/domain/billing/payment.ts'

import type { Context, ProviderPayment } from '#context.ts'
import { grantExtra } from '#features/billing/ledger/grant.ts'
import { applyDecline, applyTariffPayment, enqueueMail } from '#features/billing/subscription/transitions.ts'
import { contactOf } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'
import { paymentMismatches, paymentsTotal, receiptsFailed } from '#platform/telemetry.ts'

import { lockPayment } from './lock.ts'
import { noteRefunded, requestRefund } from './refund.ts'
import { saveMethod, updatePayment } from './repo.ts'

/**
 * Brings a payment to the state that the provider tells, with everything that follows from it, in one transaction.
 * It may be called any number of times, in any order, by anybody: a final state stays, and its effect is made once.
 */
export function settlePayment(ctx: Context, paymentId: string, answer: ProviderPayment): Promise<PaymentRow> {
  return change(ctx, paymentId, async (tx, payment) => {
    const mismatch = mismatchOf(payment, answer, shopOf(ctx))
    if (mismatch) return reportMismatch(ctx, payment, mismatch)
    if (answer.status === 'succeeded') {
      const paid = await succeed(ctx, tx, payment, answer)
      await noteRefunded(ctx, tx, paid, answer.refundedKopecks)
      return paid
    }
    // Repeated orders are answered with their first state.
    if (payment.status === 'succeeded') return payment
    if (payment.status === 'canceled') return confirmCancel(ctx, tx, payment, answer)
    const { providerId, confirmationUrl, receiptStatus } = answer
    if (answer.status === 'pending')
      return updatePayment(tx, paymentId, { status: 'pending', providerId, confirmationUrl, receiptStatus })
    return endCanceled(ctx, tx, payment, { providerId, cancelReason: answer.cancelReason })
  })
}

/** Ends an order that the provider does not have. */
export function cancelPayment(ctx: Context, paymentId: string, cancelReason: string): Promise<PaymentRow> {
  return change(ctx, paymentId, async (tx, payment) =>
    payment.status === 'created' ? endCanceled(ctx, tx, payment, { cancelReason }) : payment,
  )
}

type Cancel = { providerId?: string; cancelReason: string | null }

/** Ends an order without money. The caller holds the lock of the payment. */
export async function endCanceled(ctx: Context, tx: Tx, payment: PaymentRow, why: Cancel): Promise<PaymentRow> {
  const now = ctx.now()
  const end = { endedAt: now, confirmationUrl: null, checkAt: null }
  const canceled = await updatePayment(tx, payment.id, { status: 'canceled', ...why, ...end })
  if (payment.kind === 'renewal' && payment.methodId && (await hasOwner(tx, payment)))
    await applyDecline(ctx, tx, canceled, now)
  return canceled
}

type Work = (tx: Tx, payment: PaymentRow) => Promise<PaymentRow>

async function change(ctx: Context, paymentId: string, work: Work): Promise<PaymentRow> {
  const { before, after } = await ctx.db.transaction().execute(async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    return { before: payment, after: await work(tx, payment) }
  })
  if (after.endedAt && before.status !== after.status) paymentsTotal.inc({ kind: after.kind, outcome: after.status })
  return after
}

function shopOf({ config }: Context) {
  const { shopId = '', isTest = false } = config.payments ?? {}
  return { shopId, isTest }
}

/** Nothing is granted for an answer that contradicts the order; people must look at it. */
function reportMismatch(ctx: Context, payment: PaymentRow, mismatch: Mismatch): PaymentRow {
  paymentMismatches.inc({ kind: mismatch })
  ctx.log.error({ paymentId: payment.id, mismatch }, 'the provider tells of another payment than was ordered')
  return payment
}

async function succeed(ctx: Context, tx: Tx, payment: PaymentRow, answer: ProviderPayment): Promise<PaymentRow> {
  if (payment.status === 'succeeded') return updatePayment(tx, payment.id, receiptColumns(ctx, payment, answer))
  const now = ctx.now()
  const { providerId, savedMethod, methodTitle } = answer
  const end = { endedAt: now, cancelReason: null, confirmationUrl: null, ...receiptColumns(ctx, payment, answer) }
  const paid = await updatePayment(tx, payment.id, { status: 'succeeded', providerId, ...end })
  if (!(await hasOwner(tx, payment))) return sendBack(ctx, tx, paid, 'the account is deleted')
  if (savedMethod && payment.savesMethod) await saveMethod(tx, { userId: payment.userId, ...savedMethod, savedAt: now })
  return updatePayment(tx, payment.id, { effect: await makeEffect(ctx, tx, paid, methodTitle) })
}

/** The caller holds the lock of the payment, so the account stays as it is. */
async function hasOwner(tx: Tx, { userId }: PaymentRow): Promise<boolean> {
  return (await contactOf(tx, userId)) !== undefined
}

async function sendBack(ctx: Context, tx: Tx, payment: PaymentRow, reason: string): Promise<PaymentRow> {
  await requestRefund(ctx, tx, { payment, amountKopecks: payment.amountKopecks, reason })
  return updatePayment(tx, payment.id, { effect: 'refund' })
}

async function makeEffect(ctx: Context, tx: Tx, payment: PaymentRow, card: string | null): Promise<PaymentEffect> {
  const { id, userId, kind, amountKopecks } = payment
  const now = ctx.now()
  if (kind === 'minutes') {
    const minutes = payment.minutes ?? 0
    const seconds = minutes * SECONDS_PER_MINUTE
    await grantExtra(tx, { userId, seconds, source: `payment:${id}`, kind: 'extra', now })
    await enqueueMail(ctx, tx, { kind: 'minutesBought', userId, minutes, amountKopecks, card })
    return 'minutes'
  }
  const effect = await applyTariffPayment(ctx, tx, payment, card)
  if (effect === 'refund') await requestRefund(ctx, tx, { payment, amountKopecks, reason: 'does not fit any more' })
  return effect
}

/** We gave the order up, and the provider has it after all: its end is awaited, for money may still come. */
function confirmCancel(ctx: Context, tx: Tx, payment: PaymentRow, answer: ProviderPayment): Promise<PaymentRow> {
  const checkAt = answer.status === 'pending' ? nextCheckAt(payment.createdAt, ctx.now()) : null
  return updatePayment(tx, payment.id, { providerId: answer.providerId, checkAt })
}

/** The receipt of a successful payment may be registered later. */
function receiptColumns(ctx: Context, payment: PaymentRow, { receiptStatus }: ProviderPayment) {
  if (receiptStatus === 'canceled' && payment.receiptStatus !== 'canceled') {
    receiptsFailed.inc()
    ctx.log.error({ paymentId: payment.id }, 'the receipt of a payment was not registered')
  }
  const checkAt = receiptStatus === 'pending' ? nextCheckAt(payment.createdAt, ctx.now()) : null
  return { receiptStatus, checkAt }
}
