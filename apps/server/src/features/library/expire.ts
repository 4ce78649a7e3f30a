import type { Context } from '#context.ts'
import { storedKeys } from '#features/scripts/index.ts'
import { cancelProcess } from '#features/transcription/index.ts'

import { clear } from './jobs.ts'
import { overdueScripts, tombstone } from './repo.ts'

const AT_ONCE = 1000

/** After the days that the tariff promised, the recording and its text are deleted; a stone says what was there. */
export async function expireScripts(ctx: Context): Promise<void> {
  for (const { id, userId } of await overdueScripts(ctx.db, ctx.now(), AT_ONCE)) {
    await cancelProcess(ctx, id, userId)
    await ctx.db.transaction().execute(async (tx) => {
      await tombstone(tx, id, ctx.now())
      await ctx.jobs.enqueue(tx, clear, [{ keys: storedKeys(id) }])
    })
  }
}
