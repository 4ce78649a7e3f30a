import { editTranscript as editEndpoint, getOriginal, listEdits } from '@doslovno/contract/editing.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import type { Routes } from '#platform/route.ts'

import { editTranscript } from './edit.ts'
import { editsAfter, originalSegments } from './repo.ts'

export function editingRoutes(routes: Routes, ctx: Context): void {
  routes.add(editEndpoint, async ({ params, body: { version, operation } }, { userId }) => ({
    version: await editTranscript(ctx, { scriptId: params.id, userId, version, operation }),
  }))

  routes.add(listEdits, async ({ params, query }, { userId }) => {
    const { script } = await ownScript(ctx.db, params.id, userId)
    return { version: script.textVersion, operations: await editsAfter(ctx.db, params.id, query.after) }
  })

  routes.add(getOriginal, async ({ params }, { userId }) => {
    await ownScript(ctx.db, params.id, userId)
    const segments = await originalSegments(ctx.db, params.id)
    return { script: segments.map((segment) => ({ ...segment, words: [...segment.words] })) }
  })
}
