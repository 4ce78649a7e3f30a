import type { Summary } from '@doslovno/contract/summaries.ts'
import type { SummaryLack, SummaryType } from '@doslovno/domain/summary/types.ts'
import { makingTexts, summaryPanelTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Button, Progress, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'

import type { PanelFile } from '#features/summaries/panel-file.ts'
import { Empty, LoadFailed, Loading } from '#features/summaries/parts.tsx'
import { useUser } from '#lib/queries/account.ts'
import { summaryQuery } from '#lib/queries/summaries.ts'
import { ProgressAnnouncement } from '#ui/progress-announcement.tsx'

import { CompleteSummary, introOf } from './complete-summary.tsx'
import { MakeButton, type Making, useEnding, useMaking, useThesesLeft } from './make-button.tsx'

import classes from '#features/summaries/summaries.module.css'

type Props = { file: PanelFile; type: SummaryType }

/** One summary in whatever state it is. Visitors get theses after they have signed in. */
export function SummaryTab({ file, type }: Props) {
  const user = useUser()
  return type === 'theses' && !user ? <SignIn /> : <LoadedSummary file={file} type={type} />
}

function LoadedSummary({ file, type }: Props) {
  const { data: summary, isError, refetch } = useQuery(summaryQuery(file.scriptId, type))
  const making = useMaking(file.scriptId, type)
  useEnding(file.scriptId, summary?.status)
  if (!summary)
    return isError ? <LoadFailed onRetry={() => void refetch()} /> : <Loading label={summaryPanelTexts.loading} />
  return (
    <>
      <State {...{ summary, file, making }} />
      {summary.status === 'complete' && summary.lack && <Lack {...{ summary, lack: summary.lack, making }} />}
      {summary.statements.length > 0 && <CompleteSummary {...{ summary, file, making }} />}
    </>
  )
}

/** The state of the newest making; an earlier one may be shown below it. */
function State({ summary, file, making }: { summary: Summary; file: PanelFile; making: Making }) {
  const { type, status, canMake } = summary
  if (status === 'process') return <MakingProgress summary={summary} />
  if (status === 'complete') return null
  const isFailed = status === 'error'
  const title = isFailed ? makingTexts.failed[type] : makingTexts.missing[type].title
  return (
    <Empty title={title} text={isFailed ? undefined : hintOf(summary, file)} isBad={isFailed}>
      {canMake && (
        <MakeButton
          {...{ type, making }}
          label={isFailed ? makingTexts.retry : makingTexts.make[type]}
          isAgain={isFailed}
        />
      )}
    </Empty>
  )
}

function hintOf({ type, canMake }: Summary, { canEdit }: PanelFile): string | undefined {
  if (canMake) return makingTexts.missing[type].text
  return canEdit ? undefined : makingTexts.ownerOnly
}

type LackProps = { summary: Summary; lack: SummaryLack; making: Making }

/** A text that tells too little to be summed up, and what to do about it. */
function Lack({ summary, lack, making }: LackProps) {
  const { type, canMake, isStale } = summary
  const left = useThesesLeft(type)
  const { title, text } = makingTexts.lack[type === 'theses' && lack === 'tooFew' ? 'theses' : lack]
  const again = canMake && isStale && <MakeButton {...{ type, making }} label={makingTexts.refresh} isAgain />
  if (type === 'about' && lack === 'tooFew')
    return (
      <>
        <p className={classes.about}>{introOf(summary)}</p>
        <p className={classes.note}>{makingTexts.lack.about}</p>
        {again}
      </>
    )
  return (
    <Empty title={title} text={left === null ? text : `${text} ${makingTexts.lack.notSpent}`}>
      {again}
    </Empty>
  )
}

function SignIn() {
  const { href } = useLocation()
  return (
    <Empty title={makingTexts.visitor.title}>
      <Button variant="default" renderRoot={(props) => <Link to="/auth/login" search={{ next: href }} {...props} />}>
        {makingTexts.visitor.action}
      </Button>
    </Empty>
  )
}

/** How far a summary is. */
function MakingProgress({ summary }: { summary: Summary }) {
  const percent = Math.floor(summary.progress)
  const stage = stageOf(summary)
  return (
    <div className={classes.making}>
      <p>
        <span>{stage}</span> <span className="num">{percent}%</span>
      </p>
      <Progress.Root size={5}>
        <Progress.Section
          value={percent}
          color="var(--accent)"
          aria-label={makingTexts.progress}
          aria-valuetext={`${percent}%`}
        />
      </Progress.Root>
      <ProgressAnnouncement percent={percent} text={makingTexts.progressNews} />
      {summary.statements.length === 0 && (
        <div className={classes.lines} aria-hidden>
          <Skeleton height={12} width="94%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="70%" />
        </div>
      )}
    </div>
  )
}

function stageOf({ engine, reading }: Summary): string {
  if (reading && reading.done < reading.total) return makingTexts.reading(reading.done, reading.total)
  return engine === 'extract' ? makingTexts.choosing : makingTexts.writing
}
