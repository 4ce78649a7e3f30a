import type { Context } from '#context.ts'
import { overdueScripts, tombstone } from '#features/scripts/index.ts'
import { forget as forgetSummaries } from '#features/summaries/index.ts'
import { cancelProcess, forgetVocabulary } from '#features/transcription/index.ts'
import { forget as forgetTranscript } from '#features/transcripts/index.ts'

import { clear } from './jobs.ts'

const BATCH = 200
/** With more failures it is not the files that are at fault; the next attempt continues. */
const MOST_FAILURES = 1000

/** Deletes recordings and texts whose retention period is over. A file that fails does not keep the others waiting. */
export async function expireScripts(ctx: Context, signal?: AbortSignal): Promise<void> {
  const failed: string[] = []
  const findOverdue = () => overdueScripts(ctx.db, ctx.now(), { except: failed, limit: BATCH })
  for (let due = await findOverdue(); due.length > 0 && failed.length < MOST_FAILURES; due = await findOverdue())
    for (const { id } of due) {
      signal?.throwIfAborted()
      await expireScript(ctx, id).catch((error: unknown) => {
        failed.push(id)
        ctx.log.error({ err: error, scriptId: id }, 'failed to expire a file')
      })
    }
  if (failed.length > 0) throw new Error(`${failed.length} overdue files were not deleted`)
}

/** Leaves a tombstone row. */
async function expireScript(ctx: Context, id: string): Promise<void> {
  await cancelProcess(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    const keys = await tombstone(tx, id, ctx.now())
    await forgetSummaries(tx, id)
    await forgetTranscript(tx, id)
    await forgetVocabulary(tx, id)
    await ctx.jobs.enqueue(tx, clear, [{ keys }])
  })
}
