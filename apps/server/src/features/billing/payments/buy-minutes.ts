import type { Input, Reply } from '@doslovno/contract/endpoint.ts'
import type { payMinutes } from '@doslovno/contract/payments.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { minutesPrice } from '@doslovno/domain/billing/price.ts'
import { paymentTexts } from '@doslovno/texts/billing/payment.ts'

import type { Context } from '#context.ts'
import { subscriptionOf } from '#features/billing/subscription/repo.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { PaymentRow } from '#platform/tables.ts'

import { chargeNow, insertOrder, openOnPage, requireEmail } from './open.ts'
import { providerOf } from './provider.ts'
import { findMethod } from './repo.ts'

type Wish = Input<typeof payMinutes>['body']

/** Charges the saved card for extra minutes, or opens the provider's page. */
export async function buyMinutes(ctx: Context, { userId }: Actor, wish: Wish): Promise<Reply<typeof payMinutes>> {
  providerOf(ctx)
  await ctx.rateLimits.spend('paymentsByUser', userId)
  const payment = await ctx.db.transaction().execute((tx) => orderMinutes(tx, userId, wish, ctx.now()))
  if (!payment.methodId)
    return { autoConfirm: false, redirectUrl: await openOnPage(ctx, payment), paymentId: payment.id }
  await chargeNow(ctx, payment)
  return { autoConfirm: true, redirectUrl: null, paymentId: payment.id }
}

async function orderMinutes(tx: Tx, userId: string, wish: Wish, now: Date): Promise<PaymentRow> {
  await lockUser(tx, userId)
  await requireEmail(tx, userId)
  const { minutesCount: minutes, saveCard, changePaymentMethod } = wish
  const amountKopecks = await priceFor(tx, userId, minutes)
  const method = changePaymentMethod ? undefined : await findMethod(tx, userId)
  const way = method ? { methodId: method.providerId, savesMethod: false } : { savesMethod: saveCard }
  const description = paymentTexts.minutes(minutes)
  return insertOrder(tx, { userId, kind: 'minutes', minutes, amountKopecks, description, ...way }, now)
}

async function priceFor(tx: Tx, userId: string, minutes: number): Promise<number> {
  const { tariff } = await subscriptionOf(tx, userId)
  if (!tariff.isPublic) throw new AppError('tariffFixed')
  const price = minutesPrice(tariff, minutes)
  if ('amountKopecks' in price) return price.amountKopecks
  throw invalidFields({ minutesCount: price.refusal }) ?? new AppError('invalidRequest')
}
