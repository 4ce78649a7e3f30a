import type { WorkerContext } from '#context.ts'
import { updateScript } from '#features/scripts/index.ts'
import type { AppError } from '#platform/errors.ts'

import { samplesKey } from './keys.ts'
import { failProcess, findProcess } from './repo.ts'

/** Ends a process that no try can save; its owner sees why and may start again. */
export async function giveUpProcess(ctx: WorkerContext, processId: string, failure: AppError): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (!process) return
  await ctx.db.transaction().execute(async (tx) => {
    const isRunning = await failProcess(tx, processId, failure.code, ctx.now())
    if (isRunning) await updateScript(tx, process.scriptId, { status: 'error' })
  })
  await ctx.storage.remove(samplesKey(processId))
}
