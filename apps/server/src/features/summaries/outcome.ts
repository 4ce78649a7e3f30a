import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { nextRetry } from '@doslovno/domain/summary/making.ts'

import type { Context } from '#context.ts'
import { returnTheses } from '#features/billing/index.ts'
import { setFlaw, lockScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import type { SummaryRow } from '#platform/tables.ts'

import { forgetOlder, makingsOf, failMaking, findRunning } from './repo.ts'

/** Brings the script's status in line with a making that has just ended. Theses never change it. */
export async function noteOutcome(tx: Tx, { scriptId, type }: Pick<SummaryRow, 'scriptId' | 'type'>): Promise<void> {
  await forgetOlder(tx, scriptId, type)
  if (type === 'theses') return
  const makings = await makingsOf(tx, scriptId)
  const newest = (['about', 'summary'] as const).map((one) => makings.find((making) => making.type === one))
  await setFlaw(tx, scriptId, 'summaryFailed', newest.some((making) => making?.status === 'error')) // prettier-ignore
}

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
