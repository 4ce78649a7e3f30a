import { cancelUploadByLink, uploadByLink } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { cancelDownload, startDownload } from './start.ts'

export function linkRoutes(routes: Routes, ctx: Context): void {
  routes.add(uploadByLink, async ({ body }, actor, _request, keep) => ({
    processId: await startDownload(ctx, actor, body, (tx, processId) => keep(tx, { processId })),
  }))

  routes.add(cancelUploadByLink, async ({ body }, actor) => {
    await cancelDownload(ctx, body.processId, actor)
    return {}
  })
}
