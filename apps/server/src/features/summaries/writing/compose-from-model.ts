import { randomUUID } from 'node:crypto'

import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { dueIn } from '@doslovno/domain/digest/due.ts'
import type { Chapter } from '@doslovno/domain/digest/read-sentence.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import { LlmBadAnswer, LlmLost } from '#context.ts'
import { lockScript } from '#features/scripts/index.ts'
import { digestLanguage } from '#features/summaries/digest/digest.ts'
import { foundIn } from '#features/summaries/digest/extract.ts'
import { digestedVersion, type NewItem } from '#features/summaries/digest/repo.ts'
import type { Composed } from '#features/summaries/engine.ts'
import { compose } from '#features/summaries/jobs.ts'
import type { Question } from '#features/summaries/prompts/question.ts'
import {
  aboutQuestion,
  rewordQuestion,
  type SectionAnswer,
  summaryQuestion,
  thesesQuestion,
  titlesQuestion,
} from '#features/summaries/prompts/write.ts'
import { ask, type Asking, askTwice } from '#features/summaries/reading/ask.ts'
import type { ModelContext } from '#features/summaries/reading/model.ts'
import { isOf, openReading, textOf } from '#features/summaries/reading/open.ts'
import { partsOf, type ReadPart } from '#features/summaries/reading/parts-repo.ts'
import { findReading, moveSummary, retireReading } from '#features/summaries/reading/reading-repo.ts'
import { templateFor } from '#features/summaries/templates/repo.ts'
import { digestText, type SummaryText } from '#features/summaries/text/text.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow, SummaryRow } from '#platform/tables.ts'

import { type Draft, toDrafts, toStored, withoutDoubles } from './drafts.ts'
import { missingOf } from './finish.ts'
import { type CheckedNote, type Desk, gather, type Material, notesFor } from './material.ts'

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

const MOST_NOTES = 6
const MOST_WORDS = 6

/** One call names all chapters from their notes; one whose title the check does not confirm keeps its `plain` title. */
async function nameChapters(
  desk: Desk,
  chapters: readonly Chapter[],
  plain: readonly ChapterView[],
): Promise<ChapterView[]> {
  const withNotes = chapters.flatMap((chapter) => {
    const notes = notesIn(chapter, desk.notes)
    return notes.length > 0 ? [{ chapter, notes }] : []
  })
  const answer = withNotes.length > 0 ? await desk.tryAsk(titlesQuestion(withNotes)) : undefined
  const titles = new Map(answer?.titles.map(({ id, text }) => [withNotes[id - 1]?.chapter, text]))
  return chapters.map((chapter, at) => {
    const title = titleOf(desk, chapter, titles.get(chapter)) ?? plain[at]?.title ?? chapter.title
    return { start: chapter.start, title }
  })
}

function notesIn({ from, to }: Chapter, notes: readonly CheckedNote[]): CheckedNote[] {
  const inside = notes.filter(({ cites }) => cites.some((cite) => cite >= from && cite < to))
  const heaviest = new Set(inside.toSorted((one, other) => other.weight - one.weight).slice(0, MOST_NOTES))
  return inside.filter((note) => heaviest.has(note))
}

function titleOf({ material }: Desk, chapter: Chapter, text: string | undefined): string | undefined {
  const cites = [...new Set(notesIn(chapter, material.notes).flatMap((note) => note.cites))]
  const judged = text ? material.check.topic({ text, cites, who: [] }) : undefined
  if (!judged || !['confirmed', 'linked'].includes(judged.check.verdict)) return undefined
  const { text: title } = judged.claim
  return title.split(' ').length > MOST_WORDS ? undefined : title.charAt(0).toUpperCase() + title.slice(1)
}

const writers: Record<SummaryType, (desk: Desk) => Promise<StoredStatement[]>> = {
  about: writeAbout,
  summary: async (desk) => writeSections(desk, summaryQuestion({ ...asked(desk), ...(await templateOf(desk)) })),
  theses: async (desk) => {
    const stored = await writeSections(desk, thesesQuestion(asked(desk)))
    return stored.toSorted((one, other) => (one.anchors[0]?.start ?? 0) - (other.anchors[0]?.start ?? 0))
  },
}

/** Topics only; the server writes the sentence around them. */
async function writeAbout({ ask, notes, material }: Desk): Promise<StoredStatement[]> {
  const { topics } = await ask(aboutQuestion(notes))
  const drafts = topics.flatMap(({ text, notes: numbers }): Draft[] => {
    const cites = [...new Set(numbers.flatMap((number) => material.notes[number - 1]?.cites ?? []))]
    const judged = material.check.topic({ text, cites, who: [] })
    return judged ? [{ section: 'topic', ...judged }] : []
  })
  return toStored(withoutDoubles(drafts), material.sentences)
}

async function writeSections(
  desk: Desk,
  question: Question<{ sections: SectionAnswer[] }>,
): Promise<StoredStatement[]> {
  const { sections } = await desk.ask(question)
  const written = sections.flatMap(({ key, items }) => items.map((item) => ({ section: key, ...item })))
  const drafts = withoutDoubles(toDrafts(written, desk.material))
  return toStored(withoutDoubles(await rewordUnsure(desk, drafts)), desk.material.sentences)
}

function asked({ notes, script }: Desk) {
  return { notes, durationSeconds: script.durationSeconds ?? 0 }
}

async function templateOf({ ctx, summary, script }: Desk) {
  const { code: template, instructions } = await templateFor(ctx.db, summary.templateId, script.mediaType)
  return { template, instructions }
}

/** Sentences shown with one statement. */
const MOST_SENTENCES = 4

/** Rewords all unsure statements in one call. Only the same check raises one of them. */
async function rewordUnsure(desk: Desk, drafts: readonly Draft[]): Promise<Draft[]> {
  const { sentences } = desk.material
  const unsure = drafts.filter(({ check }) => check.verdict === 'unsure')
  if (unsure.length === 0) return [...drafts]
  const shown = unsure.map(({ claim, check }) => {
    const at = check.anchors.length > 0 ? check.anchors : claim.cites
    return { text: claim.text, sentences: at.slice(0, MOST_SENTENCES).flatMap((index) => sentences[index] ?? []) }
  })
  const answer = await desk.tryAsk(rewordQuestion(shown))
  const texts = new Map(answer?.items.map(({ id, text }) => [unsure[id - 1], text]))
  return drafts.map((draft) => reworded(desk, draft, texts.get(draft)))
}

function reworded({ material }: Desk, draft: Draft, text: string | undefined): Draft {
  const judged = text ? material.check.statement({ ...draft.claim, text }) : undefined
  return judged?.check.verdict === 'confirmed' ? { ...draft, ...judged } : draft
}
