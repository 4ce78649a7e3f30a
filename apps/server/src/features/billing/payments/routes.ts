import { getPayment, payMinutes, receiveYookassa } from '@doslovno/contract/payments.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { buyMinutes } from './buy-minutes.ts'
import { receiveNotification } from './receive.ts'
import { showPayment } from './show.ts'

export function paymentRoutes(routes: Routes, ctx: Context): void {
  routes.add(payMinutes, ({ body }, actor) => buyMinutes(ctx, actor, body))
  routes.add(getPayment, ({ params }, actor) => showPayment(ctx, actor, params.id))
  routes.add(receiveYookassa, async ({ body }, _actor, request) => {
    await receiveNotification(ctx, body, request.ip)
    return {}
  })
}
