import * as contract from '@doslovno/contract/scripts.ts'
import { canStart, isCompleted } from '@doslovno/domain/script/status.ts'

import type { Context } from '#context.ts'
import { availableSecondsOf } from '#features/billing/index.ts'
import type { Routes } from '#platform/route.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { readableScript } from './access.ts'
import { nameSpeaker, renameScript, shareScript, speakerNames } from './changes.ts'
import { countScripts, listScripts } from './list.ts'
import { mediaOf } from './media.ts'
import { listSegments } from './repo.ts'
import { searchScripts } from './search.ts'
import { foundView, scriptView, summaryView } from './view.ts'

export function scriptRoutes(routes: Routes, ctx: Context): void {
  routes.add(contract.listScripts, async ({ query }, { userId }) => {
    const [rows, total] = await Promise.all([listScripts(ctx.db, userId, query), countScripts(ctx.db, userId)])
    return { data: rows.map((row) => summaryView(row, userId)), total }
  })

  routes.add(contract.searchScripts, async ({ query }, { userId }) => {
    const found = await searchScripts(ctx.db, userId, query.search)
    return { data: found.map((one) => foundView(one, userId)) }
  })

  routes.add(contract.getScript, async ({ params }, viewer) => {
    const found = await readableScript(ctx.db, params.id, viewer?.userId)
    const { script } = found
    const [segments, names, media, availableSeconds] = await Promise.all([
      isCompleted(script.status) ? listSegments(ctx.db, params.id) : [],
      speakerNames(ctx.db, params.id),
      mediaOf(ctx, script),
      secondsForStart(ctx, script, viewer?.userId),
    ])
    return scriptView({ ...found, segments, names, media, availableSeconds }, viewer?.userId)
  })

  routes.add(contract.getMedia, async ({ params }, viewer) => {
    const { script } = await readableScript(ctx.db, params.id, viewer?.userId)
    return mediaOf(ctx, script)
  })

  routes.add(contract.shareScript, async ({ params, body }, { userId }) => {
    const script = await shareScript(ctx, params.id, userId, body.publicFlag)
    return { script: summaryView({ script, process: undefined }, userId) }
  })

  routes.add(contract.renameScript, async ({ params, body }, { userId }) => {
    const script = await renameScript(ctx, params.id, userId, body.fileName)
    return { script: summaryView({ script, process: undefined }, userId) }
  })

  routes.add(contract.editSpeakerName, async ({ params, body: { speakerId: speaker, name } }, { userId }) => ({
    speakers: await nameSpeaker(ctx, { id: params.id, userId, speaker, name }),
  }))
}

/** What the owner could process of a recording that waits to be started; nobody else is told. */
async function secondsForStart({ db, now }: Context, script: ScriptRow, viewerId: string | undefined) {
  if (script.userId !== viewerId || !canStart(script.status) || script.durationSeconds === null) return undefined
  return availableSecondsOf(db, script.userId, now())
}
