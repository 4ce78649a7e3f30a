import type { Context } from '#context.ts'
import { returnTheses } from '#features/billing/index.ts'
import { lockScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import type { SummaryRow } from '#platform/tables.ts'

import { chaptersOf, digestedVersion, saveDigest } from './digest/repo.ts'
import type { Composed } from './engine.ts'
import { engines } from './engines.ts'
import { summaryCompleted } from './events.ts'
import { noteOutcome } from './outcome.ts'
import { completeMaking, findRunning, raiseProgress } from './repo.ts'
import { textIdOf, loadText, type SummaryText } from './text/text.ts'

const BEGUN_PERCENT = 5

/** Writes a summary that is still wanted, and saves it. */
export async function composeSummary(ctx: Context, summaryId: string, signal: AbortSignal): Promise<void> {
  const summary = await findRunning(ctx.db, summaryId)
  if (!summary) return
  await raiseProgress(ctx.db, summaryId, BEGUN_PERCENT)
  const text = await loadText(ctx.db, summary.scriptId)
  if (!text) return
  const composed = await engines[summary.engine].compose(ctx, summary, text, signal)
  if (!composed) return
  await ctx.db.transaction().execute((tx) => save(tx, ctx, { summary, text, composed }))
}

type Written = { summary: SummaryRow; text: SummaryText; composed: Composed }

/** Locks the script first, as everything does that writes several rows of one. */
async function save(tx: Tx, ctx: Context, { summary, text, composed }: Written): Promise<void> {
  const { id, scriptId, type } = summary
  const { statements, missing, lack = null } = composed
  const { textVersion } = text.script
  if (!(await lockScript(tx, scriptId))) return
  if (!(await completeMaking(tx, id, { statements, missing, lack, textVersion, finishedAt: ctx.now() }))) return
  // Theses that say nothing cost nothing.
  if (type === 'theses' && lack) await returnTheses(tx, id)
  await saveNewDigest(tx, ctx, text, composed)
  await noteOutcome(tx, summary)
  await ctx.announce(tx, summaryCompleted, { summaryId: id, scriptId, type })
}

/** The first summary of a version brings its chapters; those of a model replace the ones found without it. */
async function saveNewDigest(tx: Tx, ctx: Context, { script }: SummaryText, composed: Composed): Promise<void> {
  const { items, replaces } = composed
  const { id, textVersion } = script
  const isThere = (await digestedVersion(tx, id)) === textVersion
  const chapters = isThere && replaces === 'items' ? await chaptersOf(tx, id) : composed.chapters
  if (!chapters || (isThere && !replaces)) return
  await saveDigest(tx, id, { processId: textIdOf(script), textVersion, madeAt: ctx.now(), chapters, items })
}
