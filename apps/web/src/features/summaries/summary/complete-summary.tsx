import type { Statement, Summary } from '@doslovno/contract/summaries.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { evidenceTexts, makingTexts, summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, RefreshCw } from 'lucide-react'
import { Fragment } from 'react'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { CopyIcon } from '#features/summaries/parts.tsx'
import { EvidenceBadge } from '#features/summaries/statements/evidence-badge.tsx'
import { reasonsOf } from '#features/summaries/statements/reasons.ts'
import { shownOf } from '#features/summaries/statements/sections.ts'
import { StatementList } from '#features/summaries/statements/statement-list.tsx'
import { summaryText } from '#features/summaries/statements/summary-text.ts'
import { clock } from '#lib/format/time.ts'
import { templatesQuery } from '#lib/queries/templates.ts'

import { MakeButton } from './make-button.tsx'
import type { Making } from './use-making.ts'

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
