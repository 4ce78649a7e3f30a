import type { Statement } from '@doslovno/contract/summaries.ts'
import { sectionTitles, UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { clock } from '#lib/format/time.ts'

import { sectionsOf, shownOf } from './sections.ts'

type Names = Pick<PanelFile, 'nameOf' | 'hasNames'>

/** A summary for the clipboard: headings, names, times; nothing that was dropped. */
export function summaryText(statements: readonly Statement[], names: Names): string {
  const sections = sectionsOf(shownOf(statements))
  return sections
    .map(({ section, statements: own }) => {
      const lines = own.map((statement) => lineOf(statement, names))
      return sections.length > 1 ? [sectionTitles[section], ...lines].join('\n') : lines.join('\n')
    })
    .join('\n\n')
}

function lineOf({ text, start, who, check }: Statement, { nameOf, hasNames }: Names): string {
  const source = [...(hasNames ? who.map(nameOf) : []), clock(start)].join(', ')
  const line = `• ${text} (${source})`
  return check === 'unsure' ? `${line} ${UNCONFIRMED}` : line
}
