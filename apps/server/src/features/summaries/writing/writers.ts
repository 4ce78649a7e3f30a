import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import { aboutQuestion } from '#features/summaries/prompts/about.ts'
import type { Question } from '#features/summaries/prompts/question.ts'
import { rewordQuestion } from '#features/summaries/prompts/reword.ts'
import { type SectionAnswer, summaryQuestion, thesesQuestion } from '#features/summaries/prompts/sections.ts'
import { templateFor } from '#features/summaries/templates/repo.ts'

import type { Desk } from './desk.ts'
import { type Draft, toDrafts, toStored, withoutDoubles } from './drafts.ts'

export const writers: Record<SummaryType, (desk: Desk) => Promise<StoredStatement[]>> = {
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
