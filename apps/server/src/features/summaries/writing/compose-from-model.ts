import { randomUUID } from 'node:crypto'

import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { dueIn } from '@doslovno/domain/digest/due.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'

import { LlmBadAnswer, LlmLost } from '#context.ts'
import { lockScript } from '#features/scripts/index.ts'
import { digestLanguage } from '#features/summaries/digest/digest.ts'
import { foundIn } from '#features/summaries/digest/extract.ts'
import { digestedVersion, type NewItem } from '#features/summaries/digest/repo.ts'
import type { Composed } from '#features/summaries/engine.ts'
import { compose } from '#features/summaries/jobs.ts'
import { ask, type Asking, askTwice } from '#features/summaries/reading/ask.ts'
import type { ModelContext } from '#features/summaries/reading/model.ts'
import { isOf, openReading, textOf } from '#features/summaries/reading/open.ts'
import { partsOf, type ReadPart } from '#features/summaries/reading/parts-repo.ts'
import { findReading, moveSummary, retireReading } from '#features/summaries/reading/reading-repo.ts'
import { digestText, type SummaryText } from '#features/summaries/text/text.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow, SummaryRow } from '#platform/tables.ts'

import type { Desk } from './desk.ts'
import { withoutDoubles } from './drafts.ts'
import { missingOf } from './finish.ts'
import { type CheckedNote, gather, type Material, notesFor } from './material.ts'
import { nameChapters } from './name-chapters.ts'
import { writers } from './writers.ts'

/** Tokens of notes in a writing prompt, if the window allows. */
const NOTES_TOKENS = 6000
/** Instructions and the longest answer. */
const TOKENS_ASIDE = 4500

/** Writes a summary from the notes of its reading; undefined if another reading has to come first. */
export async function composeFromModel(
  ctx: ModelContext,
  summary: SummaryRow,
  text: SummaryText,
  signal: AbortSignal,
): Promise<Composed | undefined> {
  const { script } = text
  const reading = summary.readingId ? await findReading(ctx.db, summary.readingId) : undefined
  const current = textOf(ctx, script)
  if (reading?.status !== 'complete' || !isOf(reading, current)) return readFirst(ctx, summary)
  const parts = await partsOf(ctx.db, reading.id)
  const material = await gather(ctx, text, parts)
  const mostTokens = Math.min(NOTES_TOKENS, (await ctx.llm.window()) - TOKENS_ASIDE)
  const notes = notesFor(ctx, material, mostTokens)
  const owner = { userId: script.userId, scriptId: script.id, readingId: reading.id, summaryId: summary.id, signal }
  const desk = { ctx, script, summary, material, notes, ...askers(ctx, owner) }
  const statements = await write(desk, parts)
  const found = { missing: missingOf(parts), items: actionItems(material, script) }
  // One of them is enough to name the chapters.
  if (summary.type === 'about')
    return { statements, ...found, chapters: await namedChapters(desk, text, signal), replaces: 'chaptersAndItems' }
  return { statements, ...found, chapters: await plainChapters(ctx, text, signal), replaces: 'items' }
}

async function namedChapters(desk: Desk, text: SummaryText, signal: AbortSignal): Promise<ChapterView[]> {
  const digested = await digestText(text, signal)
  return nameChapters(desk, digested.digest.chapters, foundIn(digested).chapters)
}

/** Undefined if the text has chapters already. */
async function plainChapters({ db }: ModelContext, text: SummaryText, signal: AbortSignal) {
  const { id, textVersion } = text.script
  if ((await digestedVersion(db, id)) === textVersion) return undefined
  return foundIn(await digestText(text, signal)).chapters
}

/** A model whose every word contradicts the recording has not read it. */
async function write(desk: Desk, parts: readonly ReadPart[]): Promise<StoredStatement[]> {
  const hasNotes = parts.some(({ notes }) => notes.length > 0)
  if (!hasNotes) return []
  const statements = desk.notes.length > 0 ? await writers[desk.summary.type](desk) : []
  if (statements.every(({ verdict }) => verdict === 'dropped')) throw new AppError('summaryFailed')
  return statements
}

/** The text has changed since it was read, or the reading was given up. */
async function readFirst(ctx: ModelContext, { id, scriptId }: SummaryRow): Promise<undefined> {
  await ctx.db.transaction().execute(async (tx) => {
    const script = await lockScript(tx, scriptId)
    if (!script) return
    const { readingId, isRead } = await openReading(tx, ctx, script)
    await moveSummary(tx, id, { id: readingId, text: textOf(ctx, script) })
    if (isRead) await ctx.jobs.enqueue(tx, compose, [{ summaryId: id }])
  })
}

function askers(ctx: ModelContext, owner: Asking & { readingId: string }): Pick<Desk, 'ask' | 'tryAsk'> {
  const failed = async (error: unknown): Promise<never> => {
    if (error instanceof AppError && error.code === 'budgetSpent')
      await retireReading(ctx.db, owner.readingId, error.code)
    // A prompt that did not fit is tried again, with as many notes as the window turned out to hold.
    if (error instanceof LlmBadAnswer && error.reason !== 'promptCut')
      throw new AppError('summaryFailed', { cause: error })
    throw error
  }
  return {
    ask: (question) => askTwice(ctx, question, owner).catch(failed),
    tryAsk: (question) => ask(ctx, question, owner).catch(unlessWorse),
  }
}

/** Keeps the draft if rewording fails. */
function unlessWorse(error: unknown): undefined {
  const isSpent = error instanceof AppError && error.code === 'budgetSpent'
  if (isSpent || error instanceof LlmBadAnswer || error instanceof LlmLost) return undefined
  throw error
}

/** Tasks and decisions that the notes hold; no further call. */
function actionItems({ notes, sentences }: Material, script: ScriptRow): NewItem[] {
  const heard = notes.filter(({ kind }) => kind === 'task' || kind === 'decision')
  const distinct = withoutDoubles(heard.map((note) => ({ section: 'tasks', claim: note, check: note.check })))
  return distinct.flatMap(({ claim }) => itemOf(claim as CheckedNote, sentences, script)) // the claims are the notes above
}

function itemOf(note: CheckedNote, sentences: Material['sentences'], { uploadedAt }: ScriptRow): NewItem[] {
  const at = note.check.anchors.length > 0 ? note.check.anchors : note.cites
  const said = at.flatMap((index) => sentences[index] ?? [])
  const [first, last] = [said[0], said.at(-1)]
  if (!first || !last) return []
  const due = [note.text, ...said.map(({ text }) => text)]
    .map((text) => dueIn(text, uploadedAt, digestLanguage))
    .find((found) => found !== null)
  return [
    {
      id: randomUUID(),
      kind: note.kind === 'decision' ? 'decision' : 'task',
      text: note.text,
      startSeconds: first.start,
      endSeconds: Math.max(first.end, last.end),
      who: [...note.who],
      dueText: due?.text ?? null,
      dueDate: due?.date ?? null,
      verdict: note.check.verdict,
    },
  ]
}
