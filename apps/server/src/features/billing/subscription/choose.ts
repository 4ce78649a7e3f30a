import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { payTariff } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import type { Plan, SubscriptionCourse } from '@doslovno/domain/billing/subscription.ts'
import { choiceOf } from '@doslovno/domain/billing/subscription/choice.ts'
import { resumed, withNext } from '@doslovno/domain/billing/subscription/course.ts'

import type { Context } from '#context.ts'
import { findMethod } from '#features/billing/payments/method-repo.ts'
import { openOnPage } from '#features/billing/payments/open.ts'
import { providerOf } from '#features/billing/payments/provider.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow, TariffRow } from '#platform/tables.ts'

import { cancel } from './cancel.ts'
import { saveCourse } from './course-repo.ts'
import { lockSubscription } from './lock.ts'
import { orderPlan } from './order.ts'
import { findTariff, type Subscription } from './repo.ts'

type Outcome = { payment: PaymentRow } | { isFree: boolean; effectiveAt: Date | null }

/** Changes the plan as far as nothing has to be paid, and opens the provider's page where something has. */
export async function chooseTariff(ctx: Context, { userId }: Actor, plan: Plan): Promise<Reply<typeof payTariff>> {
  await ctx.rateLimits.spend('paymentsByUser', userId)
  const outcome = await ctx.db.transaction().execute(async (tx) => {
    const target = await findTariff(tx, plan.tariffId)
    if (!target?.isPublic) throw new AppError('notFound')
    const subscription = await lockSubscription(ctx, tx, userId)
    if (!subscription.tariff.isPublic) throw new AppError('tariffFixed')
    return carryOut(ctx, tx, subscription, { plan, target })
  })
  if (!('payment' in outcome))
    return {
      redirectUrl: null,
      isFree: outcome.isFree,
      paymentId: null,
      effectiveAt: outcome.effectiveAt?.toISOString() ?? null,
    }
  const redirectUrl = await openOnPage(ctx, outcome.payment)
  return { redirectUrl, isFree: false, paymentId: outcome.payment.id, effectiveAt: null }
}

type Wish = { plan: Plan; target: TariffRow }

async function carryOut(ctx: Context, tx: Tx, subscription: Subscription, { plan, target }: Wish): Promise<Outcome> {
  const { userId, tariff: current, paidUntil } = subscription
  const hasCard = (await findMethod(tx, userId)) !== undefined
  const change = async (course: SubscriptionCourse): Promise<Outcome> => {
    await saveCourse(tx, userId, course)
    return { isFree: false, effectiveAt: paidUntil }
  }
  const pay = async (periodStart?: Date): Promise<Outcome> => {
    providerOf(ctx)
    const order = { userId, plan, ...(periodStart && { periodStart }), now: ctx.now() }
    return { payment: await orderPlan(tx, order) }
  }
  switch (choiceOf({ course: subscription, current, plan, target, hasCard })) {
    case 'cancel':
      return { isFree: true, effectiveAt: await cancel(ctx, tx, subscription) }
    case 'now':
      return pay()
    case 'repay':
    case 'prepay':
      return pay(paidUntil ?? undefined)
    case 'later':
      return change(withNext(subscription, plan))
    case 'resume':
      return change(resumed(subscription))
    case 'keep':
      return subscription.next ? change(withNext(subscription, null)) : { isFree: false, effectiveAt: null }
  }
}
