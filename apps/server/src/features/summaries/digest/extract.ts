import { randomUUID } from 'node:crypto'

import type { ChapterView } from '@doslovno/contract/summaries.ts'
import { dueIn } from '@doslovno/domain/digest/due.ts'
import { cutFillers } from '@doslovno/domain/digest/fillers.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummarySection, SummaryType } from '@doslovno/domain/summary/types.ts'
import { chapterTitle } from '@doslovno/texts/summaries/summaries.ts'

import type { Engine } from '#features/summaries/engine.ts'
import { type DigestedText, digestText, type SummaryText } from '#features/summaries/text/text.ts'

import { digestLanguage } from './digest.ts'
import type { NewItem } from './repo.ts'

/** Takes the sentences that matter most as they were said, but for the fillers they begin with. */
export const extractEngine: Engine = {
  open: async () => null,
  compose: async (_ctx, { type }, text, signal) => {
    const digested = await digestText(text, signal)
    return { statements: statementsOf[type](digested), missing: [], ...foundIn(digested) }
  },
}

/** Chapters, and candidates of tasks, as they are found without a model. */
export function foundIn(text: DigestedText): { chapters: ChapterView[]; items: NewItem[] } {
  const { chapters, tasks } = text.digest
  return {
    chapters: chapters.map(({ start, title }, at) => ({ start, title: title || chapterTitle(at + 1) })),
    items: tasks.flatMap((at) => candidateAt(text, at)),
  }
}

const statementsOf: Record<SummaryType, (text: DigestedText) => StoredStatement[]> = {
  about: (text) =>
    text.digest.about.flatMap(({ words, sentence }) =>
      verbatim(text, sentence, 'topic').map((said) => ({ ...said, text: words.join(', ') })),
    ),
  summary: (text) => text.digest.summary.flatMap((at) => verbatim(text, at, 'main')),
  theses: (text) => text.digest.theses.flatMap((at) => verbatim(text, at, 'theses')),
}

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
