import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { completedStatus, type ScriptStatus } from '@doslovno/domain/script/status.ts'

import type { Context } from '#context.ts'
import { releaseSeconds } from '#features/billing/index.ts'
import { notify } from '#features/notifications/index.ts'
import { hasTranscript, updateScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import type { AppError } from '#platform/errors.ts'

import { samplesKey } from './keys.ts'
import { failProcess, findProcess, lastWarning } from './process-repo.ts'

/** Ends a process that no try can save, or that its owner called off; what was held comes back. */
export async function giveUpProcess(ctx: Context, processId: string, failure: AppError): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (!process) return
  const { scriptId } = process
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    if (!(await failProcess(tx, processId, failure.code, now))) return
    await releaseSeconds(tx, processId, now)
    const changes = (await hasTranscript(tx, scriptId)) ? await withText(tx, scriptId) : withoutText(failure.code)
    await updateScript(tx, scriptId, changes)
    if (failure.code !== 'cancelled') await ctx.jobs.enqueue(tx, notify, [{ scriptId }])
  })
  await ctx.storage.remove(samplesKey(processId))
}

type Changes = { status: ScriptStatus; failureCode: string | null }

/** A text that an earlier run wrote stays, with what was amiss in it. */
async function withText(tx: Tx, scriptId: string): Promise<Changes> {
  return { status: completedStatus(await lastWarning(tx, scriptId)), failureCode: null }
}

function withoutText(code: ErrorCode): Changes {
  if (code === 'cancelled') return { status: 'uploaded', failureCode: null }
  return { status: code === 'notEnoughMinutes' ? 'notEnoughMinutes' : 'error', failureCode: code }
}
