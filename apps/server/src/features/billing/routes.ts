import {
  getPayment,
  payMinutes,
  receiveYookassa,
  activatePromo as activation,
  cancelSubscription as cancelEndpoint,
  payTariff,
  repaySubscription,
  unlinkCard as unlinkEndpoint,
} from '@doslovno/contract/payments.ts'
import { listTariffs } from '@doslovno/contract/tariffs.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { buyMinutes } from './payments/buy-minutes.ts'
import { receiveNotification } from './payments/check.ts'
import { showPayment } from './payments/show.ts'
import { activatePromo } from './promo/promo.ts'
import { cancelSubscription, unlinkCard } from './subscription/cancel.ts'
import { chooseTariff, repay } from './subscription/order.ts'
import { listCatalogue } from './subscription/tariffs.ts'

export function billingRoutes(routes: Routes, ctx: Context): void {
  subscriptionRoutes(routes, ctx)
  paymentRoutes(routes, ctx)
  promoRoutes(routes, ctx)
}

function paymentRoutes(routes: Routes, ctx: Context): void {
  routes.add(payMinutes, ({ body }, actor) => buyMinutes(ctx, actor, body))
  routes.add(getPayment, ({ params }, actor) => showPayment(ctx, actor, params.id))
  routes.add(receiveYookassa, async ({ body }, _actor, request) => {
    await receiveNotification(ctx, body, request.ip)
    return {}
  })
}

function promoRoutes(routes: Routes, ctx: Context): void {
  routes.add(activation, async ({ body }, actor) => ({ minutes: await activatePromo(ctx, actor, body.code) }))
}

function subscriptionRoutes(routes: Routes, ctx: Context): void {
  routes.add(listTariffs, (_input, actor) => listCatalogue(ctx, actor))
  routes.add(payTariff, ({ body }, actor) =>
    chooseTariff(ctx, actor, { tariffId: body.tariffId, billingPeriod: body.period }),
  )
  routes.add(repaySubscription, ({ body }, actor) => repay(ctx, actor, body))
  routes.add(cancelEndpoint, async (_input, actor) => ({
    expiredAt: (await cancelSubscription(ctx, actor))?.toISOString() ?? null,
  }))
  routes.add(unlinkEndpoint, async (_input, actor) => {
    await unlinkCard(ctx, actor)
    return {}
  })
}
