import { getProcess, getScriptStatus, processScript } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/route.ts'

import { findProcess } from './repo.ts'
import { startProcess } from './start.ts'
import { processView } from './view.ts'

export function transcriptionRoutes(routes: Routes, ctx: Context): void {
  routes.add(processScript, async ({ params, body }, { userId }) => ({
    processId: await startProcess(ctx, { scriptId: params.id, userId, language: body.language }),
  }))

  routes.add(getScriptStatus, async ({ params }, { userId }) => {
    const { process } = await ownScript(ctx.db, params.id, userId)
    if (!process) throw new AppError('notFound')
    return processView(process, ctx.now())
  })

  routes.add(getProcess, async ({ params }, { userId }) => {
    const process = await findProcess(ctx.db, params.processId)
    if (!process) throw new AppError('notFound')
    await ownScript(ctx.db, process.scriptId, userId)
    return processView(process, ctx.now())
  })
}
