import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { paymentRoutes } from './payments/routes.ts'
import { promoRoutes } from './promo/routes.ts'
import { subscriptionRoutes } from './subscription/routes.ts'

export function billingRoutes(routes: Routes, ctx: Context): void {
  subscriptionRoutes(routes, ctx)
  paymentRoutes(routes, ctx)
  promoRoutes(routes, ctx)
}
