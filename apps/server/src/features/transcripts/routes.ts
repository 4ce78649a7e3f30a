import { editTranscript as editEndpoint, getOriginal, listEdits } from '@doslovno/contract/editing.ts'
import { editSpeakerName } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import type { Routes } from '#platform/http/route.ts'

import { editTranscript, nameSpeaker } from './edit.ts'
import { editsAfter, originalSegments } from './repo.ts'

export function transcriptRoutes(routes: Routes, ctx: Context): void {
  routes.add(editEndpoint, async ({ params, body }, actor) => ({
    version: await editTranscript(ctx, actor, { scriptId: params.id, ...body }),
  }))

  routes.add(editSpeakerName, async ({ params, body }, actor) => ({
    speakers: await nameSpeaker(ctx, actor, params.id, body),
  }))

  routes.add(listEdits, async ({ params, query }, actor) => {
    const { textVersion: version } = await ownScript(ctx.db, params.id, actor, 'read')
    const operations = await editsAfter(ctx.db, params.id, { ...query, upTo: version })
    const reached = query.after + operations.length
    return { version, operations, ...(operations.length > 0 && reached < version && { next: reached }) }
  })

  routes.addLong(getOriginal, async ({ params }, actor) => {
    await ownScript(ctx.db, params.id, actor, 'read')
    return {
      build: async () => {
        const script = await originalSegments(ctx.db, params.id)
        return JSON.stringify(getOriginal.reply.parse({ script }))
      },
    }
  })
}
