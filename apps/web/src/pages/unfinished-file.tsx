import type { Script } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { statusTexts } from '@doslovno/texts/files.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileWarning, Sparkles, Wallet } from 'lucide-react'
import { useEffect } from 'react'

import { ProcessingView } from '#features/processing/processing-view.tsx'
import { StartButton } from '#features/processing/start-button.tsx'
import { useProcessing } from '#features/processing/use-processing.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { scriptQuery, scriptStatusQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

import classes from './pages.module.css'

/** A file without its text yet: it waits, it is being processed, or it has failed. */
export function UnfinishedFile({ script }: { script: Script }) {
  return (
    <div className={classes.unfinished}>
      {/* While it is processed the title tells the percent. */}
      {script.status !== 'process' && <title>{pageTitle(titleOf(script.fileName))}</title>}
      <div className={classes.fileName}>
        {script.canEdit && (
          <Link to="/" className={classes.back}>
            <ArrowLeft size={16} aria-hidden /> {filePageTexts.back}
          </Link>
        )}
        <p>{titleOf(script.fileName)}</p>
      </div>
      <State script={script} />
    </div>
  )
}

function State({ script }: { script: Script }) {
  if (script.status === 'process')
    return script.canEdit ? <OwnProcessing script={script} /> : <OthersProcessing script={script} />
  if (script.status === 'error') return <Failed script={script} />
  const { title, text, action } = processingTexts.ready
  const isShort = script.status === 'notEnoughMinutes'
  return (
    <Notice
      icon={isShort ? Wallet : Sparkles}
      tone="marker"
      title={isShort ? statusTexts.notEnoughMinutes : title}
      text={text}
    >
      {script.canEdit && <StartButton scriptId={script.id}>{action}</StartButton>}
    </Notice>
  )
}

/** The owner sees the stage and the time left; the file is loaded again as soon as its processing ends. */
function OwnProcessing({ script }: { script: Script }) {
  const { state, isOffline } = useProcessing(script.id)
  const queries = useQueryClient()
  const hasEnded = state !== undefined && state.status !== 'processing'
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: scriptQuery(script.id).queryKey, exact: true })
  }, [hasEnded, queries, script.id])
  return <ProcessingView state={state ?? ownGuess(script)} isOffline={isOffline} />
}

/** Others are told the percent alone, which comes with the file itself. */
function OthersProcessing({ script }: { script: Script }) {
  return <ProcessingView state={ownGuess(script)} isOffline={false} />
}

function Failed({ script }: { script: Script }) {
  const { data } = useQuery({ ...scriptStatusQuery(script.id), enabled: script.canEdit, refetchInterval: false })
  const { title, text } = processingFailure(data?.error)
  return (
    <Notice icon={FileWarning} tone="bad" title={title} text={text}>
      {script.canEdit && <StartButton scriptId={script.id}>{processingTexts.again}</StartButton>}
    </Notice>
  )
}

function ownGuess({ progress = 0 }: Script) {
  return { status: 'processing', progress, stage: 'recognise', etaSeconds: null } as const
}
