import type { Statement, Summary } from '@doslovno/contract/summaries.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { sectionTitles, UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'
import { evidenceTexts, makingTexts, summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { ActionIcon, Loader, Menu, Popover, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleQuestionMark, Quote, RefreshCw, ShieldCheck } from 'lucide-react'
import { Fragment, useState } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { CopyIcon } from '#features/summaries/parts.tsx'
import { reasonsOf, sectionsOf, shownOf, StatementList } from '#features/summaries/statements/statement-view.tsx'
import { clock } from '#lib/format/time.ts'
import { templatesQuery } from '#lib/queries/templates.ts'

import { MakeButton, type Making } from './make-button.tsx'

import classes from '#features/summaries/summaries.module.css'

type Props = { summary: Summary; file: PanelFile; making: Making }

/** The statements of a summary, how far they are confirmed, and what to do with them. */
export function CompleteSummary({ summary, file, making }: Props) {
  const { statements, canChooseTemplate, status, missing } = summary
  const dropped = file.canEdit ? statements.filter(({ check }) => check === 'dropped') : []
  return (
    <>
      <div className={classes.top}>
        <EvidenceBadge summary={summary} />
        <div className={classes.actions}>
          <CopyIcon label={summaryPanelTexts.copy} textOf={() => copyOf(summary, file)} />
          {canChooseTemplate && status !== 'process' && <RedoMenu templateId={summary.templateId} making={making} />}
        </div>
      </div>
      {summary.isStale && status === 'complete' && <Stale summary={summary} making={making} />}
      {summary.type === 'about' && <p className={classes.about}>{introOf(summary)}</p>}
      <StatementList statements={shownOf(statements)} file={file} />
      {missing.length > 0 && <Missing spans={missing} file={file} />}
      {dropped.length > 0 && <Dropped statements={dropped} />}
    </>
  )
}

/** The type `about` begins with a sentence of its own. */
function copyOf({ type, text, statements }: Summary, file: PanelFile): string {
  const list = summaryText(statements, file)
  return type === 'about' ? `${introOf({ text })}\n\n${list}` : list
}

/** The first paragraph; without a model the list repeats the rest. */
export const introOf = ({ text }: Pick<Summary, 'text'>) => text.split('\n', 1)[0] ?? ''

/** Corrections took the confirmation from some statements, or there is another text. */
function Stale({ summary, making }: Pick<Props, 'summary' | 'making'>) {
  const { type, fallen, canMake } = summary
  return (
    <div className={classes.stale}>
      <p>{fallen > 0 ? makingTexts.fallen(fallen) : makingTexts.outdated}</p>
      {canMake && <MakeButton {...{ type, making }} label={makingTexts.refresh} isAgain isSmall />}
    </div>
  )
}

/** Spans that could not be read, so that a reader does not take the summary for the whole. */
function Missing({ spans, file }: { spans: readonly Span[]; file: PanelFile }) {
  return (
    <p className={classes.missing}>
      {evidenceTexts.missing}:{' '}
      {spans.map((span, index) => (
        <Fragment key={span.start}>
          {index > 0 && ', '}
          <button type="button" className={`${classes.moment} num`} onClick={() => file.play(span)}>
            <span className="visually-hidden">{evidenceTexts.listenFrom} </span>
            {clock(span.start)}–{clock(span.end)}
          </button>
        </Fragment>
      ))}
    </p>
  )
}

/** Statements that the recording contradicts; only its owner sees them. */
function Dropped({ statements }: { statements: readonly Statement[] }) {
  return (
    <details className={classes.dropped}>
      <summary>{evidenceTexts.dropped(statements.length)}</summary>
      <ul>
        {statements.map((statement) => (
          <li key={`${statement.start} ${statement.text}`}>
            <del>{statement.text}</del> <span>{reasonsOf(statement)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

type RedoMenuProps = { templateId: number | null; making: Making }

/** Makes a summary anew by a template. */
function RedoMenu({ templateId, making }: RedoMenuProps) {
  return (
    <Menu position="bottom-end" width={300} radius="lg" shadow="lg">
      <Tooltip label={makingTexts.redo}>
        <Menu.Target>
          <ActionIcon size={30} aria-label={makingTexts.redo} loading={making.isPending}>
            <RefreshCw size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>{makingTexts.templates}</Menu.Label>
        <Templates templateId={templateId} making={making} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Loads the templates when the menu opens. */
function Templates({ templateId, making }: RedoMenuProps) {
  const { data: templates, isError } = useQuery(templatesQuery)
  if (isError) return <p className={classes.menuNote}>{makingTexts.noTemplates}</p>
  if (!templates) return <Loader size={20} m="sm" />
  return templates.map(({ id, name, description }) => (
    <Menu.Item
      key={id}
      onClick={() => making.make(id)}
      rightSection={id === templateId ? <Check size={15} aria-hidden /> : null}
    >
      {name}
      <span className={classes.template}>{description}</span>
    </Menu.Item>
  ))
}

type Names = Pick<PanelFile, 'nameOf' | 'hasNames'>

/** A summary for the clipboard: headings, names, times; nothing that was dropped. */
function summaryText(statements: readonly Statement[], names: Names): string {
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

/** How many statements the recording confirms, and what was compared. */
function EvidenceBadge({ summary }: { summary: Summary }) {
  const { engine, type, statements, checked } = summary
  if (engine === 'extract') {
    return (
      <p className={classes.badge} data-quiet>
        <Quote size={15} aria-hidden />
        {evidenceTexts.extract[type]}
      </p>
    )
  }
  const linked = statements.filter(({ check }) => check === 'linked').length
  const text = linked > 0 ? evidenceTexts.linked(linked, checked.total) : evidenceTexts.confirmed(checked.confirmed, checked.total) // prettier-ignore
  return (
    <p className={classes.badge}>
      <ShieldCheck size={16} aria-hidden />
      {text}
      <Hint text={linked > 0 ? evidenceTexts.linkedHint : evidenceTexts.hint} />
    </p>
  )
}

function Hint({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover width={300} position="bottom" opened={isOpen} onChange={setIsOpen}>
      <Popover.Target>
        <ActionIcon size={26} aria-label={evidenceTexts.hintLabel} onClick={() => setIsOpen(!isOpen)}>
          <CircleQuestionMark size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.hint}>{text}</Popover.Dropdown>
    </Popover>
  )
}
