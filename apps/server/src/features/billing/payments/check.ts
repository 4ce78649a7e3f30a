import type { Input } from '@doslovno/contract/endpoint.ts'
import type { receiveYookassa } from '@doslovno/contract/payments.ts'
import { isLost, PROVIDER_UNAVAILABLE } from '@doslovno/domain/billing/payment.ts'
import * as z from 'zod'

import type { Context, ProviderPayment } from '#context.ts'
import { check } from '#features/billing/jobs.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow } from '#platform/tables.ts'
import { notificationsRefused } from '#platform/telemetry.ts'

import { providerOf } from './provider.ts'
import { findPayment, findPaymentOfProvider, insertEvent } from './repo.ts'
import { cancelPayment, settlePayment } from './settle.ts'

/** Asks the provider about a payment and settles its answer. An order that it never took is given up in time. */
export async function lookUp(ctx: Context, payment: PaymentRow): Promise<PaymentRow> {
  const { id, providerId } = payment
  if (!providerId) return lookUpOrder(ctx, payment, await listAround(ctx, [payment]))
  const answer = await providerOf(ctx).find(providerId)
  if (answer) return settlePayment(ctx, id, answer)
  ctx.log.error({ paymentId: id }, 'the provider does not know its own payment')
  return payment
}

/** Looks orders up whose answers were lost, all in one list of the provider. */
export async function lookUpOrders(ctx: Context, orders: readonly PaymentRow[]): Promise<void> {
  if (orders.length === 0) return
  const answers = await listAround(ctx, orders)
  for (const order of orders) await lookUpOrder(ctx, order, answers)
}

async function lookUpOrder(ctx: Context, order: PaymentRow, answers: ReadonlyMap<string, ProviderPayment>) {
  const answer = answers.get(order.id)
  if (answer) return settlePayment(ctx, order.id, answer)
  return isLost(order, ctx.now()) ? cancelPayment(ctx, order.id, PROVIDER_UNAVAILABLE) : order
}

/** The provider's clock may differ from ours. */
const MARGIN_MS = 15 * 60_000

/** The provider's payments of the time in which orders were sent, by order. */
async function listAround(ctx: Context, orders: readonly PaymentRow[]): Promise<Map<string, ProviderPayment>> {
  const from = Math.min(...orders.map(({ createdAt }) => createdAt.getTime()))
  const to = Math.max(...orders.map(({ createdAt, sentAt }) => (sentAt ?? createdAt).getTime()))
  const answers = await providerOf(ctx).list(new Date(from - MARGIN_MS), new Date(to + MARGIN_MS))
  return new Map(answers.flatMap((answer) => (answer.orderId ? [[answer.orderId, answer]] : [])))
}

/** Settles the payment that a notification is about. It may come before the answer that tells us the provider's id. */
export async function checkNotified(ctx: Context, providerId: string): Promise<void> {
  const known = await findPaymentOfProvider(ctx.db, providerId)
  if (known) return void (await lookUp(ctx, known))
  const answer = await providerOf(ctx).find(providerId)
  const payment = answer && (await paymentOfOrder(ctx, answer.orderId))
  if (payment) await settlePayment(ctx, payment.id, answer)
  // The shop may be used by others, too.
  else ctx.log.warn({ providerId, isFound: answer !== undefined }, 'a notification is about no order of ours')
}

async function paymentOfOrder(ctx: Context, orderId: string | undefined): Promise<PaymentRow | undefined> {
  const id = z.uuid().safeParse(orderId)
  return id.success ? findPayment(ctx.db, id.data) : undefined
}

type Notification = Input<typeof receiveYookassa>['body']

/**
 * Stores a notification and has its payment checked. Nothing in it is believed: it has no signature. To others than the
 * provider the endpoint does not exist.
 */
export async function receiveNotification(ctx: Context, notification: Notification, address: string): Promise<void> {
  if (!ctx.payments?.isProviderAddress(address)) return refuse(ctx, address)
  const { event, object } = notification
  const providerId = paymentOf(notification)
  await ctx.db.transaction().execute(async (tx) => {
    const body = JSON.stringify(notification)
    await insertEvent(tx, { event, objectId: object.id, receivedAt: ctx.now(), body })
    if (providerId) await ctx.jobs.enqueue(tx, check, [{ providerId }])
  })
}

function refuse(ctx: Context, address: string): never {
  notificationsRefused.inc()
  ctx.log.warn({ address }, 'a notification did not come from the payment provider')
  throw new AppError('notFound')
}

const LONGEST_ID = 100

/** The provider's id of the payment that an event is about; refunds name theirs. */
function paymentOf({ event, object }: Notification): string | undefined {
  if (event.startsWith('payment.')) return object.id
  const { payment_id: id } = object
  return event.startsWith('refund.') && typeof id === 'string' && id.length <= LONGEST_ID ? id : undefined
}
