import {
  cancelSubscription as cancelEndpoint,
  payTariff,
  repaySubscription,
  unlinkCard as unlinkEndpoint,
} from '@doslovno/contract/payments.ts'
import { listTariffs } from '@doslovno/contract/tariffs.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { cancelSubscription } from './cancel.ts'
import { chooseTariff } from './choose.ts'
import { listCatalogue } from './list.ts'
import { repay } from './repay.ts'
import { unlinkCard } from './unlink.ts'

export function subscriptionRoutes(routes: Routes, ctx: Context): void {
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
