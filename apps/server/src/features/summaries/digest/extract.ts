import { randomUUID } from 'node:crypto'

import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { dueIn } from '@doslovno/domain/digest/due.ts'
import { cutFillers } from '@doslovno/domain/digest/language.ts'
import type { Chapter } from '@doslovno/domain/digest/read-sentence.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryLack, SummarySection, SummaryType } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { lockScript } from '#features/scripts/index.ts'
import type { Engine } from '#features/summaries/engine.ts'
import { type DigestedText, digestText, loadText, type SummaryText, textIdOf } from '#features/summaries/text/text.ts'

import { digestLanguage } from './digest.ts'
import { digestedVersion, type NewItem, saveDigest } from './repo.ts'

/** Quotes the sentences that matter most as they were said, but for the fillers they begin with. */
export const extractEngine: Engine = {
  open: async () => null,
  compose: async (_ctx, { type }, text, signal) => {
    const digested = await digestText(text, signal)
    const statements = statementsOf[type](digested)
    return { statements, lack: lackOf(digested, statements), missing: [], ...foundIn(digested) }
  },
}

function lackOf({ digest }: DigestedText, statements: readonly StoredStatement[]): SummaryLack | null {
  if (!digest.isUnderstood) return 'unclear'
  return statements.length === 0 ? 'tooFew' : null
}

/** Chapters, and candidates of tasks, as they are found without a model. */
export function foundIn(text: DigestedText): { chapters: ChapterView[]; items: NewItem[] } {
  const { chapters, tasks } = text.digest
  return {
    chapters: chapters.map(({ start, title }) => ({ start, title })),
    items: tasks.flatMap((at) => candidateAt(text, at)),
  }
}

const statementsOf: Record<SummaryType, (text: DigestedText) => StoredStatement[]> = {
  about: (text) => {
    const { chapters, about } = text.digest
    return chapters.length > 0 ? chapters.map((chapter) => titled(text, chapter)) : quotes(text, about, 'main')
  },
  summary: (text) => quotes(text, text.digest.summary, 'main'),
  theses: (text) => quotes(text, text.digest.theses, 'theses'),
}

/** The title of a chapter, at its first sentence. */
function titled({ sentences }: SummaryText, { start, title, from }: Chapter): StoredStatement {
  const anchors = [{ start, end: sentences[from]?.end ?? start }]
  return { text: title, section: 'topic', who: [], verdict: 'confirmed', reasons: [], anchors }
}

const quotes = (text: SummaryText, chosen: readonly number[], section: SummarySection) =>
  chosen.flatMap((at) => verbatim(text, at, section))

function verbatim({ sentences }: SummaryText, at: number, section: SummarySection): StoredStatement[] {
  const said = sentences[at]
  if (!said) return []
  const { start, end, speaker } = said
  const text = cutFillers(said.text, digestLanguage)
  return [{ text, section, who: [speaker], verdict: 'confirmed', reasons: [], anchors: [{ start, end }] }]
}

/** A sentence that sounds like a task, never claimed to be one. */
function candidateAt({ script, sentences }: SummaryText, at: number): NewItem[] {
  const said = sentences[at]
  if (!said) return []
  const { start: startSeconds, end: endSeconds, speaker } = said
  const text = cutFillers(said.text, digestLanguage)
  const due = dueIn(said.text, script.uploadedAt, digestLanguage)
  const when = { dueText: due?.text ?? null, dueDate: due?.date ?? null }
  return [{ id: randomUUID(), kind: 'candidate', text, startSeconds, endSeconds, who: [speaker], ...when, verdict: 'confirmed' }] // prettier-ignore
}

/** Saves the chapters of a text, unless a summary has brought better ones or the text was replaced meanwhile. */
export async function findChapters(ctx: Context, scriptId: string, signal: AbortSignal): Promise<void> {
  const loaded = await loadText(ctx.db, scriptId)
  if (!loaded) return
  const text = await digestText(loaded, signal)
  const { textVersion } = text.script
  const processId = textIdOf(text.script)
  await ctx.db.transaction().execute(async (tx) => {
    const now = await lockScript(tx, scriptId)
    if (!now || now.expiredAt || textIdOf(now) !== processId || now.textVersion !== textVersion) return
    if ((await digestedVersion(tx, scriptId)) !== undefined) return
    await saveDigest(tx, scriptId, { processId, textVersion, madeAt: ctx.now(), ...foundIn(text) })
  })
}
