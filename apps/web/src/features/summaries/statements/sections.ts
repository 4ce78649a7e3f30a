import type { Statement } from '@doslovno/contract/summaries.ts'
import { type SummarySection, summarySections } from '@doslovno/domain/summary/types.ts'

export type Section = { section: SummarySection; statements: readonly Statement[] }

/** Statements by section, in the order of the page. */
export function sectionsOf(statements: readonly Statement[]): Section[] {
  return summarySections
    .map((section) => ({ section, statements: statements.filter((statement) => statement.section === section) }))
    .filter((group) => group.statements.length > 0)
}

/** Everything but what the recording contradicts. */
export function shownOf(statements: readonly Statement[]): Statement[] {
  return statements.filter(({ check }) => check !== 'dropped')
}
