import type { Statement } from '@doslovno/contract/summaries.ts'
import { reasonTexts } from '@doslovno/texts/summaries/summary-panel.ts'

/** Why a statement is not confirmed, in one line. */
export function reasonsOf({ reasons }: Pick<Statement, 'reasons'>): string {
  return [...new Set(reasons.map(({ code, words }) => reasonTexts[code](words)))].join('; ')
}
