import type { Script } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock3, FileWarning, ScanSearch } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'

import { titleOf } from '#lib/format/file-name.ts'
import { scriptQuery, scriptStatusQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

import { ProcessingView, useGetsMail, useProcessing } from './processing-view.tsx'

import classes from './processing.module.css'

type Props = {
  script: Script
  /** Controls of other features, for the owner. */
  back: ReactNode
  cancel: ReactNode
  start: ReactNode
  startAgain: ReactNode
  /** The text so far and its player. */
  reading: ReactNode
}

/** A file without its text yet: it waits, is being processed, or has failed. */
export function UnfinishedFile({ script, back, ...controls }: Props) {
  return (
    <div className={classes.unfinished} data-reading={script.status === 'process' || undefined}>
      {/* During processing the title shows the percentage. */}
      {script.status !== 'process' && <title>{pageTitle(titleOf(script.fileName))}</title>}
      <div className={classes.fileName}>
        {script.canEdit && back}
        <p>{titleOf(script.fileName)}</p>
      </div>
      <State script={script} {...controls} />
    </div>
  )
}

function State({ script, cancel, start, startAgain, reading }: Omit<Props, 'back'>) {
  if (script.status === 'process') {
    if (!script.canEdit) return <OthersProcessing script={script} />
    return <OwnProcessing script={script} cancel={cancel} reading={reading} />
  }
  if (script.status === 'error') return <Failed script={script} startAgain={startAgain} />
  if (!script.canEdit) return <Notice icon={Clock3} {...processingTexts.waits} />
  if (!script.isInspected) return <Notice icon={ScanSearch} tone="marker" {...processingTexts.inspecting} />
  return start
}

/** The owner's view: stage, ETA and text so far. Reloads the file when its processing ends. */
function OwnProcessing({ script, cancel, reading }: Pick<Props, 'script' | 'cancel' | 'reading'>) {
  const { state, isOffline } = useProcessing(script.id)
  const queries = useQueryClient()
  const hasEnded = state !== undefined && state.status !== 'processing'
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: scriptQuery(script.id).queryKey, exact: true })
  }, [hasEnded, queries, script.id])
  return (
    <ProcessingView state={state ?? ownGuess(script)} isOffline={isOffline} reading={reading} getsMail={useGetsMail()}>
      {!hasEnded && <div className={classes.buttons}>{cancel}</div>}
    </ProcessingView>
  )
}

/** Other readers see only the percentage, which comes with the file. */
function OthersProcessing({ script }: { script: Script }) {
  return <ProcessingView state={ownGuess(script)} isOffline={false} />
}

function Failed({ script, startAgain }: Pick<Props, 'script' | 'startAgain'>) {
  const { data } = useQuery({
    ...scriptStatusQuery(script.id),
    enabled: script.canEdit && script.errorCode === undefined,
    refetchInterval: false,
  })
  const { title, text } = processingFailure(script.errorCode ?? data?.errorCode)
  return (
    <Notice icon={FileWarning} tone="bad" title={title} text={text}>
      {script.canEdit && startAgain}
    </Notice>
  )
}

function ownGuess({ progress = 0 }: Script) {
  return { status: 'processing', progress, stage: 'recognise', etaSeconds: null } as const
}
