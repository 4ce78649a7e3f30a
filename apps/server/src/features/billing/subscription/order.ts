import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { payTariff, repaySubscription } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { planPrice, renewalPrice } from '@doslovno/domain/billing/price.ts'
import type { Plan, SubscriptionCourse } from '@doslovno/domain/billing/subscription.ts'
import { choiceOf } from '@doslovno/domain/billing/subscription/choice.ts'
import { renewalPlan, resumed, withNext } from '@doslovno/domain/billing/subscription/course.ts'
import { paymentTexts } from '@doslovno/texts/billing/payment.ts'

import type { Context } from '#context.ts'
import { chargeNow, insertOrder, openOnPage } from '#features/billing/payments/open.ts'
import { providerOf } from '#features/billing/payments/provider.ts'
import { findMethod } from '#features/billing/payments/repo.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { PaymentRow, TariffRow } from '#platform/tables.ts'

import { cancel } from './cancel.ts'
import { findTariff, openRenewal, saveCourse, type Subscription } from './repo.ts'
import { lockSubscription } from './transitions.ts'

type Wish = {
  userId: string
  plan: Plan
  /** Of a renewal: the period follows what is paid. Without it the period starts with the payment. */
  periodStart?: Date
  /** Without it: the price of today. */
  amountKopecks?: number
  /** The saved card to charge; without it the user pays on the provider's page, which saves the card. */
  methodId?: string
  now: Date
}

type Renewal = Required<Pick<Wish, 'periodStart'>> & Pick<Wish, 'methodId' | 'now'>

/** Orders the next period at the price that was announced. The caller holds the user's lock. */
export function orderRenewal(tx: Tx, subscription: Subscription, renewal: Renewal): Promise<PaymentRow> {
  const { userId, tariff, nextTariff } = subscription
  const amountKopecks = renewalPrice(subscription, nextTariff ?? tariff)
  return orderPlan(tx, { userId, plan: renewalPlan(subscription), amountKopecks, ...renewal })
}

/** Orders a period of a plan. The caller holds the user's lock. */
async function orderPlan(tx: Tx, { now, ...wish }: Wish): Promise<PaymentRow> {
  const { tariffId, billingPeriod } = wish.plan
  const tariff = await findTariff(tx, tariffId)
  if (!tariff) throw new Error(`No tariff ${tariffId}`)
  const kind = wish.periodStart ? 'renewal' : 'tariff'
  const amountKopecks = wish.amountKopecks ?? planPrice(tariff, billingPeriod)
  const description = descriptionOf(kind, tariff, wish.plan)
  return insertOrder(tx, { ...wish, kind, amountKopecks, description, savesMethod: !wish.methodId }, now)
}

function descriptionOf(kind: 'tariff' | 'renewal', { name }: TariffRow, { billingPeriod }: Plan): string {
  return paymentTexts[kind](name, billingPeriod)
}

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

type Choice = { plan: Plan; target: TariffRow }

async function carryOut(ctx: Context, tx: Tx, subscription: Subscription, { plan, target }: Choice): Promise<Outcome> {
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

type Way = { changePaymentMethod: boolean }

/** Pays the period whose renewal was declined: by the saved card at once, or with another one on the provider's page. */
export async function repay(ctx: Context, { userId }: Actor, way: Way): Promise<Reply<typeof repaySubscription>> {
  providerOf(ctx)
  await ctx.rateLimits.spend('paymentsByUser', userId)
  const payment = await ctx.db.transaction().execute((tx) => orderDeclined(ctx, tx, userId, way))
  const paymentId = payment.id
  if (!payment.methodId) return { redirectUrl: await openOnPage(ctx, payment), autoConfirm: false, paymentId }
  await chargeNow(ctx, payment)
  return { redirectUrl: null, autoConfirm: true, paymentId }
}

async function orderDeclined(ctx: Context, tx: Tx, userId: string, way: Way): Promise<PaymentRow> {
  const subscription = await lockSubscription(ctx, tx, userId)
  const { status, paidUntil: periodStart } = subscription
  if (status !== 'paymentFailed' || !periodStart) throw new AppError('nothingToPay')
  const method = way.changePaymentMethod ? undefined : await findMethod(tx, userId)
  const open = method && (await openRenewal(tx, userId, periodStart))
  if (open) return open
  const card = method && { methodId: method.providerId }
  return orderRenewal(tx, subscription, { periodStart, ...card, now: ctx.now() })
}
