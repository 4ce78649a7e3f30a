import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { nextRetry } from '@doslovno/domain/summary/making.ts'

import type { Context } from '#context.ts'
import { returnTheses } from '#features/billing/index.ts'
import { lockScript } from '#features/scripts/index.ts'

import { noteOutcome } from './outcome.ts'
import { failMaking, findRunning } from './repo.ts'

/** `isLost`: nobody answered, so that another try may succeed. */
export type SummaryFailure = { errorCode: ErrorCode; isLost: boolean }

/** Ends a making that failed; theses are given back and, as each costs a use, never tried again unasked. */
export async function failSummary(ctx: Context, summaryId: string, failure: SummaryFailure): Promise<void> {
  const summary = await findRunning(ctx.db, summaryId)
  if (!summary) return
  const { scriptId, type, retries } = summary
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    await lockScript(tx, scriptId)
    const retryAt = failure.isLost && type !== 'theses' ? nextRetry(retries, now) : null
    if (!(await failMaking(tx, summaryId, { ...failure, retryAt, finishedAt: now }))) return
    if (type === 'theses') await returnTheses(tx, summaryId)
    await noteOutcome(tx, summary)
  })
}
