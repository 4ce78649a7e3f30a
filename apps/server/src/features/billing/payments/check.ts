import { isLost } from '@doslovno/domain/billing/payment-course.ts'
import { PROVIDER_UNAVAILABLE } from '@doslovno/domain/billing/payment.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { providerOf } from './provider.ts'
import { findPayment, findPaymentOfProvider } from './repo.ts'
import { cancelPayment, settlePayment } from './settle.ts'

const CLOCK_SKEW_MS = 5 * 60_000

/** Asks the provider about a payment and settles its answer. An order that it never took is given up in time. */
export async function lookUp(ctx: Context, payment: PaymentRow): Promise<PaymentRow> {
  const { id, providerId, createdAt } = payment
  const provider = providerOf(ctx)
  const answer = providerId ? await provider.find(providerId) : await provider.findOrder(id, before(createdAt))
  if (answer) return settlePayment(ctx, id, answer)
  if (providerId) ctx.log.error({ paymentId: id }, 'the provider does not know its own payment')
  return !providerId && isLost(payment, ctx.now()) ? cancelPayment(ctx, id, PROVIDER_UNAVAILABLE) : payment
}

/** The provider's clock may be behind ours. */
function before(createdAt: Date): Date {
  return new Date(createdAt.getTime() - CLOCK_SKEW_MS)
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
