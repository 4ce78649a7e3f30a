import { listTariffs } from '@doslovno/contract/tariffs.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { listPublicTariffs } from './subscription/repo.ts'
import { tariffView } from './view.ts'

export function billingRoutes(routes: Routes, ctx: Context): void {
  routes.add(listTariffs, async () => (await listPublicTariffs(ctx.db)).map(tariffView))
}
