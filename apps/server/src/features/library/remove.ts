import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { ownScript, storedKeys } from '#features/scripts/index.ts'
import { cancelProcess, samplesKey } from '#features/transcription/index.ts'

import { clear } from './jobs.ts'
import { deleteScript, forgetUpload, processesOf } from './repo.ts'

/** Deletes a file for good: its work is called off, what was held comes back, nothing stays but the ledgers. */
export async function removeScript(ctx: Context, id: string, userId: string): Promise<void> {
  await ownScript(ctx.db, id, userId)
  await cancelProcess(ctx, id, userId)
  await ctx.db.transaction().execute(async (tx) => {
    const keys = [...storedKeys(id), ...(await processesOf(tx, id)).map((processId) => samplesKey(processId))]
    await deleteScript(tx, id)
    await forgetUpload(tx, id)
    await recordAudit(tx, { kind: 'scriptDeleted', userId, details: { scriptId: id } })
    await ctx.jobs.enqueue(tx, clear, [{ keys }])
  })
}
