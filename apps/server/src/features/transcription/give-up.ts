import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { completedStatus, type ScriptStatus } from '@doslovno/domain/script/status.ts'
import { secondsOf } from '@doslovno/domain/span.ts'

import type { Context } from '#context.ts'
import { lockShown, releaseSeconds, settleSeconds } from '#features/billing/index.ts'
import { scriptById, updateScript } from '#features/scripts/index.ts'
import { hasTranscript } from '#features/transcripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { staleHolds } from '#platform/telemetry.ts'

import { transcriptionFailed } from './events.ts'
import { samplesKey } from './keys.ts'
import { failProcess, findProcess, endedProcessesWithHold } from './process-repo.ts'
import { failedSpans } from './tasks/repo.ts'

/** Ends a process that failed permanently or was cancelled, and releases the minutes held for it unless told otherwise. */
export async function giveUpProcess(
  ctx: Context,
  processId: string,
  failure: AppError,
  endHold = releaseSeconds,
): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (process?.status !== 'processing') return
  const { scriptId } = process
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    if (!(await failProcess(tx, processId, failure.code, now))) return
    await endHold(tx, processId, now)
    const changes = (await hasTranscript(tx, scriptId)) ? await withText(tx, scriptId) : withoutText(failure.code)
    await updateScript(tx, scriptId, changes)
    if (failure.code !== 'cancelled') await ctx.announce(tx, transcriptionFailed, { scriptId })
  })
  // The process has ended in any case; the nightly comparison removes what a failing storage keeps.
  await ctx.storage
    .remove(samplesKey(processId))
    .catch((error: unknown) => ctx.log.warn({ err: error, processId }, 'samples of an ended process are left'))
}

type Changes = { status: ScriptStatus; failureCode: string | null }

/** The text of an earlier run stays, with the flaws of that run. */
async function withText(tx: Tx, scriptId: string): Promise<Changes> {
  const script = await scriptById(tx, scriptId)
  return { status: completedStatus(script?.flaws ?? []), failureCode: null }
}

function withoutText(code: ErrorCode): Changes {
  if (code === 'cancelled') return { status: 'uploaded', failureCode: null }
  return { status: code === 'notEnoughMinutes' ? 'notEnoughMinutes' : 'error', failureCode: code }
}

/** Releases seconds held for processes that no longer run. This should never be necessary, so it is logged. */
export async function releaseStaleHolds({ db, log, now }: Context): Promise<void> {
  for (const processId of await endedProcessesWithHold(db)) {
    await db.transaction().execute((tx) => releaseSeconds(tx, processId, now()))
    staleHolds.inc()
    log.error({ processId }, 'released a stale hold')
  }
}

/** Cancels the running process of a script, if it has one; workers notice within seconds. Checks no access. */
export async function cancelProcess(ctx: Context, scriptId: string): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (script?.processId) await giveUpProcess(ctx, script.processId, new AppError('cancelled'), settleShown)
}

/** Of a text that drafts have shown, the first seconds are free. */
const FREE_SECONDS = 60

/** Spends what drafts have shown, without the parts that could not be recognised, and returns the rest. */
async function settleShown(tx: Tx, processId: string, now: Date): Promise<void> {
  const shown = await lockShown(tx, processId)
  const failed = (await failedSpans(tx, processId)).filter(({ end }) => end <= shown)
  await settleSeconds(tx, processId, Math.ceil(shown - secondsOf(failed)) - FREE_SECONDS, now)
}
