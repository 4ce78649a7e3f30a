import { isCompleted } from '@doslovno/domain/script/status.ts'

import type { Context } from '#context.ts'
import { lockScript } from '#features/scripts/index.ts'
import type { SummaryRow } from '#platform/tables.ts'

import { engineOf, engines } from './engines.ts'
import { dueForRetry, makingsOf, restartMaking } from './repo.ts'
import { enqueueCompose } from './start.ts'
import { measureText } from './text/text.ts'

const BATCH = 200

/** Tries again what failed for want of an answer. One that cannot be started does not keep the others waiting. */
export async function reviveSummaries(ctx: Context, signal: AbortSignal): Promise<void> {
  for (const summary of await dueForRetry(ctx.db, ctx.now(), BATCH)) {
    signal.throwIfAborted()
    await reviveSummary(ctx, summary).catch((error: unknown) =>
      ctx.log.error({ err: error, summaryId: summary.id }, 'failed to try a summary again'),
    )
  }
}

async function reviveSummary(ctx: Context, { id, scriptId, type }: SummaryRow): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const script = await lockScript(tx, scriptId)
    if (!script || !isCompleted(script.status)) return
    const newest = (await makingsOf(tx, scriptId)).find((making) => making.type === type)
    if (newest?.id !== id) return
    const engine = engineOf(ctx, await measureText(tx, script))
    const readingId = await engines[engine].open(tx, ctx, script)
    if (!(await restartMaking(tx, id, { engine, readingId, textVersion: script.textVersion }))) return
    await enqueueCompose(tx, ctx, id, readingId)
  })
}
