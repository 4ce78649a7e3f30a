import type { Moment, Statement } from '@doslovno/contract/summaries.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { type SummarySection, summarySections } from '@doslovno/domain/summary/types.ts'
import { sectionTitles } from '@doslovno/texts/summaries/summaries.ts'
import { evidenceTexts, reasonTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Tooltip } from '@mantine/core'
import { Ear } from 'lucide-react'
import { type CSSProperties, useId, useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { speakerColour } from '#lib/format/speaker-colour.ts'
import { clock } from '#lib/format/time.ts'

import classes from '#features/summaries/summaries.module.css'

type Props = {
  statement: Statement
  file: PanelFile
  isPlayed: boolean
  onPlay: (moment: Span) => void
}

/** A statement; a press plays the first moment that carries it, and further moments have a time of their own. */
function StatementView({ statement, file, isPlayed, onPlay }: Props) {
  const { text, start, who, check, evidence } = statement
  const [first = { start, end: start }, ...others] = evidence
  const hasMeta = check === 'unsure' || others.length > 0 || (file.hasNames && who.length > 0)
  return (
    <li className={classes.item} data-check={check} data-played={isPlayed || undefined}>
      <PlayButton start={first.start} text={text} isPlayed={isPlayed} onPlay={() => onPlay(first)} />
      {hasMeta && (
        <div className={classes.meta}>
          <Speakers who={who} file={file} />
          {others.map((moment) => (
            <OtherMoment key={moment.start} moment={moment} onPlay={onPlay} />
          ))}
          {check === 'unsure' && <Doubt statement={statement} />}
        </div>
      )}
    </li>
  )
}

type PlayButtonProps = { start: number; text: string; isPlayed: boolean; onPlay: () => void }

/** A time and a text as one button. */
export function PlayButton({ start, text, isPlayed, onPlay }: PlayButtonProps) {
  return (
    <button type="button" className={classes.statement} aria-current={isPlayed || undefined} onClick={onPlay}>
      <span className={`${classes.time} num`}>
        <span className="visually-hidden">{evidenceTexts.listenFrom} </span>
        {clock(start)}
      </span>{' '}
      <span className={classes.said}>{text}</span>
    </button>
  )
}

function OtherMoment({ moment, onPlay }: { moment: Moment; onPlay: (moment: Span) => void }) {
  return (
    <button type="button" className={`${classes.moment} num`} onClick={() => onPlay(moment)}>
      <span className="visually-hidden">{evidenceTexts.alsoAt} </span>
      {clock(moment.start)}
    </button>
  )
}

/** Why a statement is not confirmed: on hover, and below it after a press. */
function Doubt({ statement }: { statement: Statement }) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const reasons = reasonsOf(statement)
  const quote = statement.evidence[0]?.text
  return (
    <>
      <Tooltip label={reasons} disabled={isOpen || reasons === ''} multiline maw={280}>
        <button
          type="button"
          className={classes.doubt}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Ear size={14} aria-hidden />
          {evidenceTexts.unsure}
        </button>
      </Tooltip>
      <div id={id} className={classes.reason} hidden={!isOpen}>
        {reasons && <p>{reasons}</p>}
        {quote && <p>{evidenceTexts.quote(quote)}</p>}
      </div>
    </>
  )
}

/** Why a statement is not confirmed, in one line. */
export function reasonsOf({ reasons }: Pick<Statement, 'reasons'>): string {
  return [...new Set(reasons.map(({ code, words }) => reasonTexts[code](words)))].join('; ')
}

/** The speakers of a statement, by the names of the page. */
export function Speakers({ who, file }: { who: readonly number[]; file: PanelFile }) {
  if (!file.hasNames) return null
  return who.map((speaker) => (
    <span
      key={speaker}
      className={classes.who}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
    >
      {file.nameOf(speaker)}
    </span>
  ))
}

type StatementListProps = { statements: readonly Statement[]; file: PanelFile }

/** Statements under the headings of their sections; a single section needs none. */
export function StatementList({ statements, file }: StatementListProps) {
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
