import { textIdOf } from '#features/summaries/text/text.ts'
import type { Tx } from '#platform/db.ts'
import type { ReadingRow, ScriptRow } from '#platform/tables.ts'

import { RECIPE } from './ask.ts'
import { cut } from './jobs.ts'
import { tokensOfReading } from './ledger-repo.ts'
import { budgetOf, type ModelContext } from './model.ts'
import { completeReading, insertReading, lockRunningReading, type ReadText, retarget } from './reading-repo.ts'

/** `isRead`: the notes are there already, and nothing will announce their end. */
export type OpenReading = { readingId: string; isRead: boolean }

/** Reserved for writing one summary from the notes. */
const WRITING_TOKENS = 12_000

/**
 * Opens or joins the reading of a text. The transaction must also insert the making that waits for it: the reading is
 * locked until then, so that its end misses none.
 */
export async function openReading(tx: Tx, ctx: ModelContext, script: ScriptRow): Promise<OpenReading> {
  const text = textOf(ctx, script)
  const running = await lockRunningReading(tx, script.id)
  if (running) return join(tx, ctx, running, text)
  const complete = await completeReading(tx, text)
  if (complete && (await hasBudget(tx, complete))) return { readingId: complete.id, isRead: true }
  const budget = budgetOf(ctx.config.llm, script.durationSeconds ?? 0)
  const readingId = await insertReading(tx, text, budget, ctx.now())
  await ctx.jobs.enqueue(tx, cut, [{ readingId }])
  return { readingId, isRead: false }
}

export function textOf({ llm }: Pick<ModelContext, 'llm'>, script: ScriptRow): ReadText {
  const { id: scriptId, textVersion } = script
  return { scriptId, processId: textIdOf(script), textVersion, model: llm.model, recipe: RECIPE }
}

/** One reading of a script runs at a time. If the text has changed since, its parts are cut anew. */
async function join(tx: Tx, ctx: ModelContext, running: ReadingRow, text: ReadText): Promise<OpenReading> {
  if (!isOf(running, text)) {
    await retarget(tx, running.id, text)
    await ctx.jobs.enqueue(tx, cut, [{ readingId: running.id }])
  }
  return { readingId: running.id, isRead: false }
}

export function isOf(reading: ReadingRow, { processId, textVersion, model, recipe }: ReadText): boolean {
  const isSameText = reading.processId === processId && reading.textVersion === textVersion
  return isSameText && reading.model === model && reading.recipe === recipe
}

async function hasBudget(tx: Tx, { id, budgetTokens }: ReadingRow): Promise<boolean> {
  return (await tokensOfReading(tx, id)) + WRITING_TOKENS <= budgetTokens
}
