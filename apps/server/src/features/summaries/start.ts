import { randomUUID } from 'node:crypto'

import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { returnTheses } from '#features/billing/index.ts'
import { scriptById, lockScript } from '#features/scripts/index.ts'
import type { Tx, Db } from '#platform/db.ts'
import type { ScriptRow, SummaryRow } from '#platform/tables.ts'

import { deleteDigest } from './digest/repo.ts'
import { engineOf, engines } from './engines.ts'
import { compose, digest } from './jobs.ts'
import {
  insertMaking,
  isReadingComplete,
  deleteMakings,
  deleteReadings,
  dueForRetry,
  makingsOf,
  restartMaking,
} from './repo.ts'
import { textIdOf, type TextMeasure, measureText } from './text/text.ts'

type Start = {
  id?: string
  script: ScriptRow
  type: SummaryType
  askedBy: string
  templateId: number | null
  measure: TextMeasure
}

/** Inserts a making; its work is enqueued in the same transaction. */
export async function startMaking(tx: Tx, ctx: Context, start: Start): Promise<void> {
  const { id = randomUUID(), script, measure, ...asked } = start
  const engine = engineOf(ctx, measure)
  const readingId = await engines[engine].open(tx, ctx, script)
  const text = { scriptId: script.id, processId: textIdOf(script), textVersion: script.textVersion }
  await insertMaking(tx, { id, ...asked, ...text, engine, readingId, createdAt: ctx.now() })
  await enqueueCompose(tx, ctx, id, readingId)
}

/** Enqueues the writing unless a reading has to come first; its last part enqueues it then. */
export async function enqueueCompose(tx: Tx, ctx: Context, summaryId: string, readingId: string | null): Promise<void> {
  const isWaiting = readingId !== null && !(await isReadingComplete(tx, readingId))
  if (!isWaiting) await ctx.jobs.enqueue(tx, compose, [{ summaryId }])
}

/** Deletes all that was made from the text of a script; theses under way are given back. Nothing of it is in storage. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  for (const summaryId of await deleteMakings(db, scriptId)) await returnTheses(db, summaryId)
  await deleteReadings(db, scriptId)
  await deleteDigest(db, scriptId)
  return []
}

/** Summaries that every file gets without being asked. */
const given: readonly SummaryType[] = ['about', 'summary']

type Finished = { scriptId: string; userId: string; templateId: number | null }

/** Starts the summaries of a new text in the transaction that saves it. Those of an earlier text are deleted. */
export async function openSummaries(tx: Tx, ctx: Context, process: Finished): Promise<void> {
  const { scriptId, userId: askedBy, templateId } = process
  await forget(tx, scriptId)
  const script = await scriptById(tx, scriptId)
  const measure = script && (await measureText(tx, script))
  if (!script || !measure?.words) return
  await ctx.jobs.enqueue(tx, digest, [{ scriptId }])
  for (const type of given) await startMaking(tx, ctx, { script, type, askedBy, templateId, measure })
}

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
