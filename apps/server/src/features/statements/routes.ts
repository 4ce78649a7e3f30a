import { getMinutes } from '@doslovno/contract/payments.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { readStatement } from './read.ts'

export function statementRoutes(routes: Routes, ctx: Context): void {
  routes.add(getMinutes, ({ query }, actor) => readStatement(ctx, actor, query.page))
}
