import { LlmBadAnswer } from '#context.ts'
import { readQuestion } from '#features/summaries/prompts/read.ts'
import { loadText } from '#features/summaries/text/text.ts'
import type { ReadingPartRow, ReadingRow } from '#platform/tables.ts'

import { askTwice } from './ask.ts'
import { goOn } from './cut.ts'
import { cut } from './jobs.ts'
import { keyOf } from './keys.ts'
import type { ModelContext } from './model.ts'
import { type StoredNote, toStored } from './notes.ts'
import { beginPart, countFailure, endPart, type PartKey, putBack } from './parts-repo.ts'
import { findReading, lockReading } from './reading-repo.ts'

/** Answers of a part that may be unusable before its minutes count as missing. */
const MOST_FAILURES = 2

/** Reads one part into notes, unless it is done already or its reading has ended. */
export async function readPart(ctx: ModelContext, key: PartKey, signal: AbortSignal): Promise<void> {
  const part = await beginPart(ctx.db, key)
  const reading = part && (await findReading(ctx.db, key.readingId))
  if (!reading) return
  try {
    const notes = await notesOf(ctx, reading, part, signal)
    if (notes) await endAndGoOn(ctx, part, notes)
    else await cutAnew(ctx, part)
  } catch (error) {
    if (!(error instanceof LlmBadAnswer)) throw error
    if (error.reason === 'promptCut') return cutAnew(ctx, part)
    if ((await countFailure(ctx.db, part)) < MOST_FAILURES) throw error
    ctx.log.warn({ readingId: key.readingId, index: key.index, reason: error.reason }, 'part of a text cannot be read')
    await endAndGoOn(ctx, part, null)
  }
}

/** Undefined if the text is not the one that was cut. */
async function notesOf(
  ctx: ModelContext,
  { scriptId, partsTotal }: ReadingRow,
  part: ReadingPartRow,
  signal: AbortSignal,
): Promise<StoredNote[] | undefined> {
  const text = await loadText(ctx.db, scriptId)
  if (!text) return undefined
  const sentences = text.sentences.slice(part.fromSentence, part.toSentence)
  const question = readQuestion({ sentences, index: part.index, total: partsTotal, mediaType: text.script.mediaType })
  if (!keyOf(ctx.llm.model, question).equals(part.key)) return undefined
  const owner = { userId: text.script.userId, scriptId, readingId: part.readingId, summaryId: null }
  const { notes } = await askTwice(ctx, question, { ...owner, signal })
  const stored = toStored(notes, sentences)
  // Charged already; the part counts as one that could not be read.
  if (notes.length > 0 && stored.length === 0) throw new LlmBadAnswer('wrongShape', NOTHING)
  return stored
}

const NOTHING = { promptTokens: 0, completionTokens: 0, isEstimated: false }

async function endAndGoOn(ctx: ModelContext, part: ReadingPartRow, notes: StoredNote[] | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockReading(tx, part.readingId))) return
    if (await endPart(tx, part, notes)) await goOn(tx, ctx, part.readingId)
  })
}

/** The text has changed, or the model's window turned out smaller than it said. */
async function cutAnew(ctx: ModelContext, part: ReadingPartRow): Promise<void> {
  const { readingId } = part
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockReading(tx, readingId))) return
    await putBack(tx, part)
    await ctx.jobs.enqueue(tx, cut, [{ readingId }])
  })
}
