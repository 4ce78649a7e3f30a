import { getUsage } from '@doslovno/contract/api-keys.ts'
import { getMinutes } from '@doslovno/contract/payments.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { readSpending } from './read.ts'
import { readUsage } from './usage.ts'

export function spendingRoutes(routes: Routes, ctx: Context): void {
  routes.add(getMinutes, ({ query }, actor) => readSpending(ctx, actor, query.page))
  routes.add(getUsage, (_input, actor) => readUsage(ctx, actor))
}
