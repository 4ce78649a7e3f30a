import { randomUUID } from 'node:crypto'

import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummarySection, SummaryType } from '@doslovno/domain/summary/types.ts'

import type { NewItem } from './digest-repo.ts'
import type { Engine } from './engine.ts'
import type { SummaryText } from './text.ts'

/** Takes the sentences that matter most as they were said. */
export const extractEngine: Engine = {
  open: async () => null,
  compose: async (_ctx, { type }, text) => ({
    statements: statementsOf[type](text),
    missing: [],
    chapters: text.digest.chapters.map(({ start, title }) => ({ start, title })),
    items: text.digest.tasks.flatMap((at) => candidateAt(text, at)),
  }),
}

const statementsOf: Record<SummaryType, (text: SummaryText) => StoredStatement[]> = {
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
  const { text, start, end, speaker } = said
  return [{ text, section, who: [speaker], verdict: 'confirmed', reasons: [], anchors: [{ start, end }] }]
}

function candidateAt({ sentences }: SummaryText, at: number): NewItem[] {
  const said = sentences[at]
  if (!said) return []
  const { text, start, end, speaker } = said
  const moment = { startSeconds: start, endSeconds: end, who: [speaker] }
  return [{ id: randomUUID(), kind: 'candidate', text, ...moment, dueText: null, dueDate: null, verdict: 'confirmed' }]
}
