import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'

import { giveUpProcess } from './give-up.ts'

/** Cancels the running process of a script, if it has one; workers notice within seconds. Checks no access. */
export async function cancelProcess(ctx: Context, scriptId: string): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (script?.processId) await giveUpProcess(ctx, script.processId, new AppError('cancelled'))
}
