import { listSettingsTemplates } from '@doslovno/contract/tools.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/route.ts'

import { listTemplates } from './templates.ts'

export function toolRoutes(routes: Routes, ctx: Context): void {
  routes.add(listSettingsTemplates, async () => ({ data: await listTemplates(ctx.db) }))
}
