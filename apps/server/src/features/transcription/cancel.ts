import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'

import { giveUpProcess } from './give-up.ts'

/** Calls processing off; workers notice within seconds. What has ended is left as it is. */
export async function cancelProcess(ctx: Context, scriptId: string, userId: string): Promise<void> {
  const { process } = await ownScript(ctx.db, scriptId, userId)
  if (process?.status === 'processing') await giveUpProcess(ctx, process.id, new AppError('cancelled'))
}
