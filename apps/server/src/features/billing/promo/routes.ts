import { activatePromo as activation } from '@doslovno/contract/payments.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { activatePromo } from './activate.ts'

export function promoRoutes(routes: Routes, ctx: Context): void {
  routes.add(activation, async ({ body }, actor) => ({ minutes: await activatePromo(ctx, actor, body.code) }))
}
