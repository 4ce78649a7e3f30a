import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { secondsOf, type Span } from '@doslovno/domain/span.ts'

import type { Context } from '#context.ts'
import { compose } from '#features/summaries/jobs.ts'
import { failSummary } from '#features/summaries/outcome.ts'
import { partsOf, type ReadPart } from '#features/summaries/reading/parts-repo.ts'
import {
  endReading,
  forgetOlder,
  lockReading,
  waitingSummaries,
  withoutModel,
} from '#features/summaries/reading/reading-repo.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

/** A summary of less than four fifths of the recording would mislead. */
const MOST_MISSING = 1 / 5

/** Ends a reading whose parts have all ended, and enqueues the writing of what waits for it. Needs its lock. */
export async function finishReading(tx: Tx, ctx: Context, readingId: string): Promise<void> {
  const parts = await partsOf(tx, readingId)
  if (parts.some(({ state }) => state === 'ready' || state === 'queued')) return
  // Thrown, so that the job's giveUp fails the makings too.
  if (secondsOf(missingOf(parts)) > secondsOf(parts) * MOST_MISSING) throw new AppError('summaryFailed')
  await endReading(tx, readingId, { status: 'complete', errorCode: null, now: ctx.now() })
  await forgetOlder(tx, readingId)
  const waiting = await waitingSummaries(tx, readingId)
  await ctx.jobs.enqueue(tx, compose, waiting.map((summaryId) => ({ summaryId }))) // prettier-ignore
}

/** Spans that no try could read. */
export function missingOf(parts: readonly ReadPart[]): Span[] {
  return parts.flatMap(({ state, start, end }) => (state === 'failed' ? [{ start, end }] : []))
}

/** `isLost`: the model did not answer, so that another try may succeed. */
export type ReadingFailure = { code: ErrorCode; isLost: boolean }

/** Fails what waits for a reading, then the reading: whoever repeats this after a crash finds both. */
export async function giveUpReading(ctx: Context, readingId: string, failure: ReadingFailure): Promise<void> {
  const { code: errorCode, isLost } = failure
  const next = () => ctx.db.transaction().execute((tx) => endUnlessAwaited(tx, ctx, readingId, errorCode))
  for (let waiting = await next(); waiting.length > 0; waiting = await next())
    for (const summaryId of waiting) await failSummary(ctx, summaryId, { errorCode, isLost })
}

async function endUnlessAwaited(tx: Tx, ctx: Context, readingId: string, errorCode: ErrorCode): Promise<string[]> {
  if (!(await lockReading(tx, readingId))) return []
  const waiting = await waitingSummaries(tx, readingId)
  if (waiting.length === 0) await endReading(tx, readingId, { status: 'error', errorCode, now: ctx.now() })
  return waiting
}

/** Makes what waits for a reading without the model, whose window is too small for any part. */
export async function makeWithoutModel(ctx: Context, readingId: string): Promise<void> {
  ctx.log.warn('the window of the language model is too small for summaries; they are made without it')
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockReading(tx, readingId))) return
    const waiting = await waitingSummaries(tx, readingId)
    await withoutModel(tx, readingId)
    await endReading(tx, readingId, { status: 'error', errorCode: 'notAvailable', now: ctx.now() })
    await ctx.jobs.enqueue(tx, compose, waiting.map((summaryId) => ({ summaryId }))) // prettier-ignore
  })
}
