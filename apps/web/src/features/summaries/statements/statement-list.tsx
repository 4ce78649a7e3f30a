import type { Statement } from '@doslovno/contract/summaries.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { type SummarySection, summarySections } from '@doslovno/domain/summary/types.ts'
import { sectionTitles } from '@doslovno/texts/summaries/summaries.ts'
import { useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'

import { StatementView } from './statement-view.tsx'

import classes from '#features/summaries/summaries.module.css'

type Props = { statements: readonly Statement[]; file: PanelFile }

/** Statements under the headings of their sections; a single section needs none. */
export function StatementList({ statements, file }: Props) {
  const [played, setPlayed] = useState<Statement>()
  const sections = sectionsOf(statements)
  const play = (statement: Statement, moment: Span) => {
    setPlayed(statement)
    file.play(moment)
  }
  return sections.map(({ section, statements: own }) => (
    <div key={section} className={classes.section}>
      {sections.length > 1 && <h3>{sectionTitles[section]}</h3>}
      <ul className={classes.list}>
        {own.map((statement) => (
          <StatementView
            key={`${statement.start} ${statement.text}`}
            {...{ statement, file }}
            isPlayed={statement === played}
            onPlay={(moment) => play(statement, moment)}
          />
        ))}
      </ul>
    </div>
  ))
}

type Section = { section: SummarySection; statements: readonly Statement[] }

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
