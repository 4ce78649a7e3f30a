import { editTranscript as editEndpoint, getOriginal, listEdits } from '@doslovno/contract/editing.ts'
import { listHistory, listUndo, nameVersion as nameEndpoint } from '@doslovno/contract/history.ts'
import { editSpeakerName } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import type { Routes } from '#platform/http/route.ts'

import { editTranscript, nameSpeaker } from './edit.ts'
import { editsAfter } from './history-repo.ts'
import { historyBefore, nameVersion, undoAt } from './history.ts'
import { originalSegments } from './repo.ts'

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

  routes.addLong(listUndo, async ({ params }, actor) => {
    const script = await ownScript(ctx.db, params.id, actor, 'read')
    return { build: async () => JSON.stringify(listUndo.reply.parse(await undoAt(ctx.db, script))) }
  })

  routes.addLong(listHistory, async ({ params, query }, actor) => {
    const { textVersion } = await ownScript(ctx.db, params.id, actor, 'read')
    const before = query.before ?? textVersion + 1
    return {
      build: async () => JSON.stringify(listHistory.reply.parse(await historyBefore(ctx.db, params.id, before))),
    }
  })

  routes.add(nameEndpoint, async ({ params, body }, actor) => ({
    name: await nameVersion(ctx, actor, { scriptId: params.id, version: params.version, ...body }),
  }))
}
