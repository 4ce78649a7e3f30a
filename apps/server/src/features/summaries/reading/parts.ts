import { cutParts, type Part, type PartSize } from '@doslovno/domain/digest/parts.ts'

import { LlmBadAnswer } from '#context.ts'
import { readQuestion } from '#features/summaries/prompts/read.ts'
import { loadText, type SummaryText } from '#features/summaries/text/text.ts'
import { finishReading, giveUpReading, makeWithoutModel } from '#features/summaries/writing/finish.ts'
import type { Tx } from '#platform/db.ts'
import type { ReadingPartRow, ReadingRow } from '#platform/tables.ts'

import { keyOf, askTwice } from './ask.ts'
import { read, cut } from './jobs.ts'
import { type ModelContext, refusePaused } from './model.ts'
import { type StoredNote, toStored } from './notes.ts'
import { textOf } from './open.ts'
import {
  doneNotes,
  keysOf,
  type PlannedPart,
  queueParts,
  replaceParts,
  beginPart,
  countFailure,
  endPart,
  type PartKey,
  putBack,
} from './parts-repo.ts'
import { findReading, lockReading, retarget } from './reading-repo.ts'

/** Parts of one reading that are under way at a time: a file of twelve hours must not hold the model for long. */
export const MOST_QUEUED = 2

/** Cuts the current text into parts. Parts that an earlier reading of the script has are copied, not asked again. */
export async function cutReading(ctx: ModelContext, readingId: string): Promise<void> {
  const reading = await findReading(ctx.db, readingId)
  if (reading?.status !== 'process') return
  const text = await loadText(ctx.db, reading.scriptId)
  if (!text) return giveUpReading(ctx, readingId, { code: 'noText', isLost: false })
  await refusePaused(ctx)
  const size = partSize(await ctx.llm.window())
  if (!size) return makeWithoutModel(ctx, readingId)
  const parts = cutParts(text.sentences, size)
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockReading(tx, readingId))) return
    await retarget(tx, readingId, textOf(ctx, text.script))
    const plan = planned(ctx, text, parts)
    if (!isSamePlan(plan, await keysOf(tx, readingId)))
      await replaceParts(tx, readingId, await withKnownNotes(tx, text, plan))
    await goOn(tx, ctx, readingId)
  })
}

/** Queues the next parts; after the last one, ends the reading. Needs the lock of the reading. */
export async function goOn(tx: Tx, ctx: ModelContext, readingId: string): Promise<void> {
  const indexes = await queueParts(tx, readingId, MOST_QUEUED)
  if (indexes.length > 0) await ctx.jobs.enqueue(tx, read, indexes.map((index) => ({ readingId, index }))) // prettier-ignore
  await finishReading(tx, ctx, readingId)
}

type Planned = Omit<PlannedPart, 'notes'>

function planned({ llm }: ModelContext, { script, sentences }: SummaryText, parts: readonly Part[]): Planned[] {
  return parts.map(({ from, to, start, end }, index) => ({
    fromSentence: from,
    toSentence: to,
    startSeconds: start,
    endSeconds: end,
    key: keyOf(llm.model, readQuestion({ sentences: sentences.slice(from, to), index, total: parts.length, mediaType: script.mediaType })), // prettier-ignore
  }))
}

async function withKnownNotes(tx: Tx, { script }: SummaryText, parts: readonly Planned[]): Promise<PlannedPart[]> {
  const known = await doneNotes(tx, script.id, parts.map(({ key }) => key)) // prettier-ignore
  return parts.map((part) => ({ ...part, notes: known.get(part.key.toString('hex')) }))
}

/** A second cut of the same text changes nothing: its parts may be under way. */
function isSamePlan(parts: readonly Planned[], keys: readonly Buffer[]): boolean {
  return parts.length === keys.length && parts.every(({ key }, index) => keys[index]?.equals(key))
}

/** Smallest windows that hold so many cells of five minutes with instructions and answer. */
const sizes = [
  { tokens: 14_000, cells: 3 },
  { tokens: 10_000, cells: 2 },
  { tokens: 7000, cells: 1 },
] as const

/** Instructions, rules and the longest answer. */
const TOKENS_ASIDE = 2800
/** Of the least efficient tokenizer for Russian; a fixed number keeps borders where they are. */
const CHARACTERS_PER_TOKEN = 2
/** Numbers and letters before sentences. */
const NUMBERED = 1.3

/** How much of a text one call reads; undefined if the window is too small for any. */
export function partSize(windowTokens: number): PartSize | undefined {
  const fitting = sizes.find(({ tokens }) => windowTokens >= tokens)
  if (!fitting) return undefined
  const maxCharacters = Math.floor(((windowTokens - TOKENS_ASIDE) * CHARACTERS_PER_TOKEN) / NUMBERED)
  return { cells: fitting.cells, maxCharacters }
}

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
