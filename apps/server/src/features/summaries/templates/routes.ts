import { listSettingsTemplates } from '@doslovno/contract/tools.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { listTemplates } from './repo.ts'

export function templateRoutes(routes: Routes, ctx: Context): void {
  routes.add(listSettingsTemplates, async () => ({ data: await listTemplates(ctx.db) }))
}
