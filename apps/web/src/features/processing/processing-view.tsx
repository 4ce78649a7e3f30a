import type { ScriptState } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingTexts, stageTexts } from '@doslovno/texts/processing.ts'
import { RingProgress } from '@mantine/core'
import type { ReactNode } from 'react'

import { humanEta } from '#lib/format/time.ts'
import { ProgressAnnouncement } from '#ui/progress-announcement.tsx'

import { DraftColumn } from './draft-column.tsx'

import classes from './processing.module.css'

type Props = {
  state: Pick<ScriptState, 'status' | 'progress' | 'stage' | 'etaSeconds'>
  /** The last poll failed. */
  isOffline: boolean
  /** Sentences recognised so far. */
  draft?: readonly string[]
  children?: ReactNode
}

/** Progress of a recording's processing. */
export function ProcessingView({ state, isOffline, draft = [], children }: Props) {
  const percent = Math.trunc(state.progress)
  const isComplete = state.status === 'complete'
  return (
    <div className={classes.processing}>
      <title>{pageTitle(processingTexts.tabTitle(percent))}</title>
      <RingProgress
        size={168}
        thickness={10}
        roundCaps
        sections={[{ value: state.progress, color: isComplete ? 'var(--ok)' : 'var(--accent)' }]}
        rootColor="var(--line)"
        transitionDuration={400}
        role="progressbar"
        aria-label={processingTexts.ringLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        label={<span className={`${classes.percent} num`}>{percent}%</span>}
      />
      <ProgressAnnouncement percent={percent} text={processingTexts.announce} />
      <h1>{isComplete ? processingTexts.complete : stageTexts[state.stage]}</h1>
      <p className={classes.eta}>{!isComplete && <Eta seconds={state.etaSeconds} isOffline={isOffline} />}</p>
      <p>{processingTexts.hint}</p>
      {children}
      <DraftColumn sentences={draft} />
    </div>
  )
}

function Eta({ seconds, isOffline }: { seconds: number | null; isOffline: boolean }) {
  if (isOffline) return <span role="status">{processingTexts.offline}</span>
  return seconds === null ? processingTexts.estimating : <b className="num">{processingTexts.eta(humanEta(seconds))}</b>
}
