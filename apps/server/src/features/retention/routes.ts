import { deleteScripts } from '@doslovno/contract/folders.ts'
import { deleteScript } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { removeScript, removeScripts } from './remove.ts'

export function retentionRoutes(routes: Routes, ctx: Context): void {
  routes.add(deleteScript, async ({ params }, actor) => {
    await removeScript(ctx, params.id, actor)
    return {}
  })

  routes.add(deleteScripts, async ({ body }, actor) => {
    await removeScripts(ctx, body.scriptIds, actor)
    return {}
  })
}
