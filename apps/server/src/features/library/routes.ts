import { deleteScript } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/route.ts'

import { removeScript } from './remove.ts'

export function libraryRoutes(routes: Routes, ctx: Context): void {
  routes.add(deleteScript, async ({ params }, { userId }) => {
    await removeScript(ctx, params.id, userId)
    return {}
  })
}
