import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { repaySubscription } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { renewalPlan } from '@doslovno/domain/billing/subscription/course.ts'

import type { Context } from '#context.ts'
import { chargeNow } from '#features/billing/payments/charge-now.ts'
import { findMethod } from '#features/billing/payments/method-repo.ts'
import { openOnPage } from '#features/billing/payments/open.ts'
import { providerOf } from '#features/billing/payments/provider.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { openRenewal } from './course-repo.ts'
import { lockSubscription } from './lock.ts'
import { orderPlan } from './order.ts'

type Way = { changePaymentMethod: boolean }

/** Pays the period whose renewal was declined: by the saved card at once, or with another one on the provider's page. */
export async function repay(ctx: Context, { userId }: Actor, way: Way): Promise<Reply<typeof repaySubscription>> {
  providerOf(ctx)
  await ctx.rateLimits.spend('paymentsByUser', userId)
  const payment = await ctx.db.transaction().execute((tx) => orderRenewal(ctx, tx, userId, way))
  const paymentId = payment.id
  if (!payment.methodId) return { redirectUrl: await openOnPage(ctx, payment), autoConfirm: false, paymentId }
  await chargeNow(ctx, payment)
  return { redirectUrl: null, autoConfirm: true, paymentId }
}

async function orderRenewal(ctx: Context, tx: Tx, userId: string, way: Way): Promise<PaymentRow> {
  const subscription = await lockSubscription(ctx, tx, userId)
  const { status, paidUntil: periodStart } = subscription
  if (status !== 'paymentFailed' || !periodStart) throw new AppError('nothingToPay')
  const method = way.changePaymentMethod ? undefined : await findMethod(tx, userId)
  const open = method && (await openRenewal(tx, userId, periodStart))
  if (open) return open
  const card = method && { methodId: method.providerId }
  return orderPlan(tx, { userId, plan: renewalPlan(subscription), periodStart, ...card, now: ctx.now() })
}
