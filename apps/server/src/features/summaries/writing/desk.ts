import type { Question } from '#features/summaries/prompts/question.ts'
import type { ModelContext } from '#features/summaries/reading/model.ts'
import type { ScriptRow, SummaryRow } from '#platform/tables.ts'

import type { CheckedNote, Material } from './material.ts'

/** Everything that a summary of one type is written with. `notes`: those that fit into the prompt. */
export type Desk = {
  ctx: ModelContext
  script: ScriptRow
  summary: SummaryRow
  material: Material
  notes: readonly CheckedNote[]
  ask: <T>(question: Question<T>) => Promise<T>
  /** Undefined if the answer is not worth failing for. */
  tryAsk: <T>(question: Question<T>) => Promise<T | undefined>
}
