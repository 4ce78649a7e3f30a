import type { Input } from '@doslovno/contract/endpoint.ts'
import { cancelProcessing, getDraft, getProcess, getScriptStatus, processScript } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { linkProcess } from '#features/links/index.ts'
import { ownScript } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/route.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { cancelProcess } from './cancel.ts'
import { readDraft } from './draft.ts'
import { findProcess } from './process-repo.ts'
import { startProcess } from './start.ts'
import { processAndOpenTasks } from './task-repo.ts'
import { processView } from './view.ts'

export function transcriptionRoutes(routes: Routes, ctx: Context): void {
  routes.add(processScript, async ({ params, body }, { userId }) => ({
    processId: await startProcess(ctx, { scriptId: params.id, userId, ...optionsOf(body) }),
  }))

  routes.add(cancelProcessing, async ({ params }, { userId }) => {
    await cancelProcess(ctx, params.id, userId)
    return {}
  })

  routes.add(getDraft, async ({ params, query }, { userId }) => {
    const { process } = await ownScript(ctx.db, params.id, userId)
    return process ? readDraft(ctx.db, process.id, query.from) : { data: [], next: 0 }
  })

  routes.add(getScriptStatus, async ({ params }, { userId }) => {
    const { process } = await ownScript(ctx.db, params.id, userId)
    if (!process) throw new AppError('notFound')
    return stateOf(ctx, process)
  })

  routes.add(getProcess, async ({ params }, { userId }) => {
    const process = await findProcess(ctx.db, params.processId)
    if (!process) return linkProcess(ctx.db, params.processId, userId)
    await ownScript(ctx.db, process.scriptId, userId)
    return stateOf(ctx, process)
  })
}

async function stateOf({ db, now }: Context, found: ProcessRow) {
  if (found.status !== 'processing') return processView({ process: found, open: [], isFirst: false }, now())
  return processView(await processAndOpenTasks(db, found.id), now())
}

function optionsOf({ force, again, ...options }: Input<typeof processScript>['body']) {
  return { options, force, again }
}
