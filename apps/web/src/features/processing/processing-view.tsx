import type { ScriptState } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingTexts, stageTexts } from '@doslovno/texts/processing.ts'
import { Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { humanEta } from '#lib/format/time.ts'
import { infoQuery } from '#lib/queries/account.ts'
import { scriptStatusQuery } from '#lib/queries/scripts.ts'
import { ProgressAnnouncement } from '#ui/progress-announcement.tsx'

import classes from './processing.module.css'

type Props = {
  state: Pick<ScriptState, 'status' | 'progress' | 'stage' | 'etaSeconds'>
  /** The last poll failed. */
  isOffline: boolean
  /** The text so far and its player, for the owner. */
  reading?: ReactNode
  /** Whether a mail tells its owner about the finished text. */
  getsMail?: boolean
  children?: ReactNode
}

/** A recording while it is processed: a thin line of progress above the text that appears. */
export function ProcessingView({ state, isOffline, reading, getsMail = false, children }: Props) {
  return (
    <div className={classes.processing}>
      <StatusLine state={state} isOffline={isOffline} />
      <p className={classes.hint}>
        {processingTexts.hint} {getsMail && processingTexts.mail}
      </p>
      {children}
      {reading}
    </div>
  )
}

function StatusLine({ state, isOffline }: Pick<Props, 'state' | 'isOffline'>) {
  const percent = Math.trunc(state.progress)
  const isComplete = state.status === 'complete'
  return (
    <div className={classes.status}>
      <title>{pageTitle(processingTexts.tabTitle(percent))}</title>
      <div className={classes.stage}>
        <h1>{isComplete ? processingTexts.complete : stageTexts[state.stage]}</h1>
        <span className={classes.eta}>{!isComplete && <Eta seconds={state.etaSeconds} isOffline={isOffline} />}</span>
        <span className={`${classes.percent} num`}>{percent}%</span>
      </div>
      <Progress
        value={state.progress}
        size={4}
        classNames={{ section: classes.done }}
        color={isComplete ? 'var(--ok)' : 'var(--accent)'}
        transitionDuration={400}
        aria-label={processingTexts.ringLabel}
      />
      <ProgressAnnouncement percent={percent} text={processingTexts.announce} />
    </div>
  )
}

function Eta({ seconds, isOffline }: { seconds: number | null; isOffline: boolean }) {
  if (isOffline) return <span role="status">{processingTexts.offline}</span>
  return seconds === null ? processingTexts.estimating : <b className="num">{processingTexts.eta(humanEta(seconds))}</b>
}

/** Whether the user gets mails about finished texts; false until it is known. */
export function useGetsMail(): boolean {
  const { data } = useQuery(infoQuery())
  return data?.notificationTargets.some(({ target }) => target === 'email') ?? false
}

/** Polls a file's processing every second until it ends. */
export function useProcessing(scriptId: string, isEnabled = true) {
  const { data, isError } = useQuery({ ...scriptStatusQuery(scriptId), enabled: isEnabled })
  return { state: data, isOffline: isError }
}
