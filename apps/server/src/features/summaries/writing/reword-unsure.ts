import { rewordQuestion } from '#features/summaries/prompts/reword.ts'

import type { Desk } from './desk.ts'
import type { Draft } from './drafts.ts'

/** Sentences shown with one statement. */
const MOST_SENTENCES = 4

/** Rewords all unsure statements in one call. Only the same check raises one of them. */
export async function rewordUnsure(desk: Desk, drafts: readonly Draft[]): Promise<Draft[]> {
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
