import type { Input } from '@doslovno/contract/endpoint.ts'
import { answerTerms as answerEndpoint, findTermPlaces } from '@doslovno/contract/script-vocabulary.ts'
import {
  cancelProcessing,
  getDraft,
  getProcess,
  getScriptStatus,
  hearSpanAgain,
  type ProcessState,
  processScript,
} from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { linkProcess } from '#features/links/index.ts'
import { ownScript } from '#features/scripts/index.ts'
import { isMaking } from '#features/summaries/index.ts'
import { readableVocabulary } from '#features/vocabulary/index.ts'
import type { Db } from '#platform/db.ts'
import type { Routes } from '#platform/http/route.ts'
import { AT_ONCE } from '#platform/http/versioned.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { cancelProcess } from './give-up.ts'
import { askAgain } from './hear-again.ts'
import { findProcess } from './process-repo.ts'
import { readDraft } from './progress.ts'
import { startProcess } from './start.ts'
import { processAndOpenTasks } from './tasks/repo.ts'
import { processView, unstartedView } from './view.ts'
import { answerTerms, findPlaces } from './vocabulary/marks.ts'

export function transcriptionRoutes(routes: Routes, ctx: Context): void {
  routes.add(processScript, async ({ params, body }, actor, _request, keep) => {
    // Shared vocabularies that the owner leaves later are simply not applied.
    for (const id of body.vocabulary?.vocabularyIds ?? []) await readableVocabulary(ctx.db, actor.userId, id)
    const start = { scriptId: params.id, ...optionsOf(body) }
    return { processId: await startProcess(ctx, actor, start, (tx, processId) => keep(tx, { processId })) }
  })

  routes.add(cancelProcessing, async ({ params }, actor) => {
    const { processId } = await ownScript(ctx.db, params.id, actor)
    const process = processId ? await findProcess(ctx.db, processId) : undefined
    const isPrepared = process?.status === 'processing' && process.stage !== 'prepare'
    if (isPrepared) await ctx.rateLimits.spend('cancelsByUser', actor.userId)
    await cancelProcess(ctx, params.id)
    return {}
  })

  routes.add(hearSpanAgain, async ({ params, body }, actor) => {
    await askAgain(ctx, actor, { scriptId: params.id, start: body.start })
    return {}
  })

  routes.addVersioned(getDraft, async ({ params, query }, actor) => {
    const { processId, userId } = await ownScript(ctx.db, params.id, actor, 'read')
    const process = processId ? await findProcess(ctx.db, processId) : undefined
    const reply = process
      ? await readDraft(ctx.db, process, query.from)
      : { data: [], next: 0, hasMore: false, turns: [] }
    return { reply, changesAt: userId === actor.userId ? undefined : AT_ONCE }
  })

  routes.addVersioned(getScriptStatus, async ({ params }, actor) => {
    const script = await ownScript(ctx.db, params.id, actor, 'read')
    const process = script.processId ? await findProcess(ctx.db, script.processId) : undefined
    const reply = process ? await stateOf(ctx, process) : unstartedView(script)
    return { reply, changesAt: script.userId === actor.userId && !isMoving(process) ? undefined : AT_ONCE }
  })

  routes.addVersioned(getProcess, async ({ params }, actor) => {
    const process = await findProcess(ctx.db, params.processId)
    if (!process) return { reply: await linkProcess(ctx.db, params.processId, actor), changesAt: AT_ONCE }
    const { userId } = await ownScript(ctx.db, process.scriptId, actor, 'read')
    return {
      reply: await stateOf(ctx, process),
      changesAt: userId === actor.userId && !isMoving(process) ? undefined : AT_ONCE,
    }
  })
}

/** Its progress and ETA move with time. */
function isMoving(process: ProcessRow | undefined): boolean {
  return process?.status === 'processing'
}

async function stateOf({ db, now }: Context, found: ProcessRow) {
  if (found.status !== 'processing') return endedState(db, found, now())
  return processView(await processAndOpenTasks(db, found.id), now())
}

/** A complete process stays complete while the summaries of its text are being made. */
async function endedState(db: Db, process: ProcessRow, now: Date): Promise<ProcessState> {
  const view = processView({ process, open: [], isFirst: false }, now)
  const isSummarised = process.status === 'complete' && (await isMaking(db, process.scriptId))
  return isSummarised ? { ...view, stage: 'summary' } : view
}

function optionsOf({ force, again, ...options }: Input<typeof processScript>['body']) {
  return { options, force, again }
}

export function vocabularyMarkRoutes(routes: Routes, ctx: Context): void {
  routes.add(findTermPlaces, ({ params }, actor) => findPlaces(ctx, actor, params.id))

  routes.add(answerEndpoint, async ({ params, body }, actor) => {
    await answerTerms(ctx, actor, params.id, body.answers)
    return {}
  })
}
