import { setTimeout as wait } from 'node:timers/promises'

import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import type { Payment, PaymentState, PurchaseEvent } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { declineReasonOf, type PaymentKind, shownStatus } from '@doslovno/domain/billing/payment.ts'

import { type Context, PaymentUnknown } from '#context.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { lookUp } from './check.ts'
import {
  claimCheck,
  findMethod,
  findPayment,
  findShownPayment,
  listPayments,
  markReported,
  type ShownPayment,
  unreportedPurchases,
} from './repo.ts'

const KOPECKS = 100
/** The provider closes its page after an hour. */
const PAGE_MS = 3_600_000

const ASK_EVERY_MS = 2000
const PATIENCE_MS = 3000

/** A payment of the actor. A pending one is checked at the provider, so that its page need not wait for a notification. */
export async function showPayment(ctx: Context, { userId }: Actor, id: string): Promise<PaymentState> {
  const payment = await ownPayment(ctx, userId, id)
  if (payment.status === 'pending') await checkNow(ctx, id)
  return paymentStateView(await ownPayment(ctx, userId, id), ctx.now())
}

async function ownPayment(ctx: Context, userId: string, id: string): Promise<ShownPayment> {
  const payment = await findShownPayment(ctx.db, userId, id)
  if (!payment) throw new AppError('notFound')
  return payment
}

async function checkNow(ctx: Context, id: string): Promise<void> {
  const now = ctx.now()
  const isDue = await claimCheck(ctx.db, id, { now, before: new Date(now.getTime() - ASK_EVERY_MS) })
  const payment = isDue && ctx.payments ? await findPayment(ctx.db, id) : undefined
  if (!payment) return
  const asked = lookUp(ctx, payment).catch((error: unknown) => {
    if (!(error instanceof PaymentUnknown)) throw error
  })
  // A slow provider does not keep the page waiting: its answer is seen by the next poll.
  await Promise.race([asked, wait(PATIENCE_MS, undefined, { ref: false })])
}

type AccountPayments = Pick<AccountInfo, 'payments'> & Pick<AccountInfo['tariff'], 'paymentMethodData'>

/** The saved card and the payments of the account page. */
export async function accountPayments(db: Db, userId: string, now: Date): Promise<AccountPayments> {
  const method = await findMethod(db, userId)
  const payments = await listPayments(db, userId)
  return {
    paymentMethodData: method ? { title: method.title } : null,
    payments: payments.map((payment) => paymentView(payment, now)),
  }
}

const REPEAT_MS = 60_000

/** Purchases for analytics. Each is reported for a minute from its first report on, and clients count each id once. */
export async function reportPurchases(db: Db, userId: string, now: Date): Promise<PurchaseEvent[]> {
  const purchases = await unreportedPurchases(db, userId, new Date(now.getTime() - REPEAT_MS))
  const fresh = purchases.filter(({ reportedAt }) => reportedAt === null)
  await markReported(db, fresh.map(({ id }) => id), now) // prettier-ignore
  return purchases.map(purchaseView)
}

function paymentView(payment: ShownPayment, now: Date): Payment {
  const isOpen = now.getTime() - payment.createdAt.getTime() < PAGE_MS
  return {
    id: payment.id,
    createdAt: payment.createdAt.toISOString(),
    amount: payment.amountKopecks / KOPECKS,
    refunded: payment.refundedKopecks / KOPECKS,
    description: payment.description,
    type: typeOf(payment.kind),
    status: shownStatus(payment),
    redirectUrl: isOpen ? payment.confirmationUrl : null,
    receipt: payment.status === 'succeeded' ? payment.receiptStatus : null,
  }
}

function paymentStateView(payment: ShownPayment, now: Date): PaymentState {
  const { minutes, tariffName } = payment
  return { ...paymentView(payment, now), minutes, tariffName, declineReason: declineReasonOf(payment) }
}

function purchaseView(payment: ShownPayment): PurchaseEvent {
  const { id, kind, tariffId, tariffName, minutes, amountKopecks } = payment
  const type = kind === 'minutes' ? 'minutes' : 'subscribeToTariff'
  return { paymentId: id, type, tariffName, tariffId, minutes, amount: amountKopecks / KOPECKS }
}

function typeOf(kind: PaymentKind): Payment['type'] {
  return kind === 'minutes' ? 'extraMinutes' : 'tariff'
}
