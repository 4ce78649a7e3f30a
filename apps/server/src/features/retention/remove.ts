import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { forget as forgetLink } from '#features/links/index.ts'
import { forget as forgetScript, lockOwnScript, ownScript } from '#features/scripts/index.ts'
import { forget as forgetSummaries } from '#features/summaries/index.ts'
import { cancelProcess, forget as forgetProcesses } from '#features/transcription/index.ts'
import { forget as forgetTranscript } from '#features/transcripts/index.ts'
import { forget as forgetUpload } from '#features/uploads/index.ts'

import { clear } from './jobs.ts'

/** Each deletes its feature's rows of a script and returns the stored objects that go with them. */
const forgets = [forgetSummaries, forgetTranscript, forgetProcesses, forgetLink, forgetUpload, forgetScript]

/** Deletes a script permanently: cancels its process and leaves nothing but the ledger and the monthly count. */
export async function removeScript(ctx: Context, id: string, actor: Actor): Promise<void> {
  await ownScript(ctx.db, id, actor)
  await cancelProcess(ctx, id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwnScript(tx, id, actor)
    const keys: string[] = []
    for (const forget of forgets) keys.push(...(await forget(tx, id)))
    await recordAudit(tx, { kind: 'scriptDeleted', userId: actor.userId, details: { scriptId: id } })
    await ctx.jobs.enqueue(tx, clear, [{ keys }])
  })
}
