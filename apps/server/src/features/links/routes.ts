import { cancelUploadByLink, uploadByLink } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/route.ts'

import { cancelDownload } from './cancel.ts'
import { startDownload } from './start.ts'

export function linkRoutes(routes: Routes, ctx: Context): void {
  routes.add(uploadByLink, async ({ body }, { userId }) => ({
    processId: await startDownload(ctx, userId, body.url),
  }))

  routes.add(cancelUploadByLink, async ({ body }, { userId }) => {
    await cancelDownload(ctx, body.processId, userId)
    return {}
  })
}
