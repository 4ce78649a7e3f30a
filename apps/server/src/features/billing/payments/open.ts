import { createHash, randomUUID } from 'node:crypto'

import { CANCELED_BY_MERCHANT, chargeStep, nextCheckAt, type PaymentKind } from '@doslovno/domain/billing/payment.ts'
import type { Plan } from '@doslovno/domain/billing/subscription.ts'

import { type Context, type NewCharge, PaymentRefused, PaymentUnknown } from '#context.ts'
import { subscriptionOf } from '#features/billing/subscription/repo.ts'
import { contactOf, isDisabled } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow } from '#platform/tables.ts'
import { paymentsUnknown } from '#platform/telemetry.ts'

import { lookUp } from './check.ts'
import { lockPayment } from './lock.ts'
import { isShopError, providerOf } from './provider.ts'
import { countRenewals, findMethod, findSameOrder, insertPayment, updatePayment } from './repo.ts'
import { cancelPayment, endCanceled, settlePayment } from './settle.ts'

export type Order = {
  userId: string
  kind: PaymentKind
  /** Of a purchase of minutes. */
  minutes?: number
  /** Of a tariff or a renewal. */
  plan?: Plan
  /** Start of the period that a renewal pays for. */
  periodStart?: Date
  amountKopecks: number
  description: string
  /** The saved card to charge; without it the user pays on the provider's page. */
  methodId?: string
  savesMethod: boolean
}

const MINUTE_MS = 60_000
/** The provider's page lives for an hour; a user needs some of it. */
const PAGE_MS = 50 * MINUTE_MS
/** A saved card that paid for the same a moment ago: a double click, not a second purchase. */
const DOUBLE_CLICK_MS = 10_000

/**
 * Records an order, or returns the same one while it is open. It is sent to the provider by `openOnPage`, or by the job
 * `billing.charge`. The caller holds the user's lock.
 */
export async function insertOrder(tx: Tx, order: Order, now: Date): Promise<PaymentRow> {
  const { plan, minutes = null, periodStart = null, methodId = null, description, ...rest } = order
  if (!methodId) await requireEmail(tx, order.userId)
  const wanted = { ...rest, minutes, periodStart, methodId, ...planColumns(plan) }
  const openSince = methodId ? new Date(0) : new Date(now.getTime() - PAGE_MS)
  const same = await findSameOrder(tx, wanted, { openSince, paidSince: new Date(now.getTime() - DOUBLE_CLICK_MS) })
  if (same) return same
  const id = await newOrderId(tx, wanted)
  return insertPayment(tx, { id, ...wanted, description, createdAt: now, checkAt: nextCheckAt(now, now) })
}

type Wanted = Pick<PaymentRow, 'userId' | 'periodStart' | 'methodId'>

/**
 * The id is the key of idempotence. An automatic renewal has the same one in a database that was taken back: the
 * provider then answers with the payment it took before.
 */
async function newOrderId(tx: Tx, { userId, periodStart, methodId }: Wanted): Promise<string> {
  if (!periodStart || !methodId) return randomUUID()
  const attempt = await countRenewals(tx, userId, periodStart)
  return uuidOf(`${userId} ${periodStart.toISOString()} ${attempt}`)
}

/** A UUID of version 8, which leaves the digits to us. */
function uuidOf(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

function planColumns(plan: Plan | undefined) {
  return { tariffId: plan?.tariffId ?? null, billingPeriod: plan?.billingPeriod ?? null }
}

/** Receipts go by e-mail, so nobody can pay without one. */
export async function requireEmail(tx: Tx, userId: string): Promise<void> {
  const contact = await contactOf(tx, userId)
  if (!contact?.email) throw new AppError('noEmail')
}

/** Asks the provider for its payment page; `notAvailable` if it does not answer. */
export async function openOnPage(ctx: Context, payment: PaymentRow): Promise<string> {
  providerOf(ctx)
  if (payment.confirmationUrl) return payment.confirmationUrl
  const returnUrl = `${ctx.config.publicUrl}/account?payment=${payment.id}`
  await updatePayment(ctx.db, payment.id, { sentAt: ctx.now() })
  const sent = await sendOrder(ctx, payment, { returnUrl }).catch(notAvailable)
  if (sent.status === 'canceled' || sent.status === 'created') throw new AppError('notAvailable')
  // Without a page it is paid already, which the return page shows.
  return sent.confirmationUrl ?? returnUrl
}

function notAvailable(error: unknown): never {
  throw error instanceof PaymentUnknown ? new AppError('notAvailable', { cause: error }) : error
}

/** Charges a saved card now and settles the outcome; throws `PaymentUnknown` if there is none yet. */
export async function chargeSaved(ctx: Context, paymentId: string): Promise<PaymentRow> {
  providerOf(ctx)
  const { payment, step } = await ctx.db.transaction().execute((tx) => beginCharge(ctx, tx, paymentId))
  if (step === 'wait') throw new PaymentUnknown('it was asked less than a minute ago')
  if (step === 'lookUp') return lookUp(ctx, payment)
  // Only automatic orders get here, and the table keeps their method.
  return step === 'send' ? sendOrder(ctx, payment, { methodId: payment.methodId ?? '' }) : payment
}

/** Decides under the user's lock, and remembers that the order is being sent before it is. */
async function beginCharge(ctx: Context, tx: Tx, paymentId: string) {
  const now = ctx.now()
  const payment = await lockPayment(tx, paymentId)
  const step = chargeStep(payment, await isWanted(tx, payment), now)
  const checkAt = nextCheckAt(payment.createdAt, now)
  if (step === 'send') await updatePayment(tx, paymentId, { sentAt: now, checkAt })
  if (step !== 'drop') return { step, payment }
  return { step, payment: await endCanceled(ctx, tx, payment, { cancelReason: CANCELED_BY_MERCHANT }) }
}

/** The very card is still linked, nobody has disabled its owner, and a renewal still continues what runs. */
async function isWanted(tx: Tx, { userId, kind, methodId, periodStart }: PaymentRow): Promise<boolean> {
  const method = await findMethod(tx, userId)
  if (!method || method.providerId !== methodId || (await isDisabled(tx, userId))) return false
  if (kind !== 'renewal') return true
  const { status, paidUntil } = await subscriptionOf(tx, userId)
  return status !== 'cancelled' && paidUntil?.getTime() === periodStart?.getTime()
}

type Way = { returnUrl: string } | { methodId: string }

/**
 * Sends an order to the provider and settles its answer; throws `PaymentUnknown` if there is no definite one. Takes the
 * payment as it was before: its `sentAt` tells a repeat from the first request.
 */
async function sendOrder(ctx: Context, payment: PaymentRow, way: Way): Promise<PaymentRow> {
  const { id: orderId, userId, amountKopecks, description } = payment
  const { kind, minutes, tariffId, billingPeriod, periodStart, methodId, savesMethod } = payment
  const terms = { userId, kind, minutes, tariffId, billingPeriod, periodStart, methodId, savesMethod }
  const email = (await contactOf(ctx.db, userId))?.email
  if (!email) throw new AppError('noEmail')
  const answer = await ask(ctx, { orderId, terms, amountKopecks, description, email, ...way })
  if (!(answer instanceof PaymentRefused)) return settlePayment(ctx, orderId, answer)
  ctx.log.error({ paymentId: orderId, code: answer.code, parameter: answer.parameter }, 'the provider refused an order')
  // A repeat is also refused for what changed since, such as the e-mail: the first request may have been carried out.
  return payment.sentAt ? lookUp(ctx, { ...payment, sentAt: ctx.now() }) : cancelPayment(ctx, orderId, answer.code)
}

async function ask(ctx: Context, charge: NewCharge) {
  try {
    return await providerOf(ctx).charge(charge)
  } catch (error) {
    if (error instanceof PaymentRefused && !isShopError(error)) return error
    paymentsUnknown.inc()
    if (!(error instanceof PaymentRefused)) throw error
    ctx.log.error({ code: error.code }, 'the provider does not accept the credentials of the shop')
    throw new PaymentUnknown(error.code, { cause: error })
  }
}

/** Charges the saved card while the user waits. An outcome that is not known yet counts as waiting: the page asks. */
export async function chargeNow(ctx: Context, { id }: PaymentRow): Promise<void> {
  const charged = await chargeSaved(ctx, id).catch((error: unknown) => {
    if (!(error instanceof PaymentUnknown)) throw error
  })
  if (charged?.status === 'canceled') throw new AppError('paymentDeclined')
}
