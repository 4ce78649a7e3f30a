import { getMinutes } from '@doslovno/contract/payments.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { readSpending } from './read.ts'

export function spendingRoutes(routes: Routes, ctx: Context): void {
  routes.add(getMinutes, ({ query }, actor) => readSpending(ctx, actor, query.page))
}
