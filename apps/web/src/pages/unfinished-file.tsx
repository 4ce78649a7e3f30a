import type { Script } from '@doslovno/contract/scripts.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock3, FileWarning, ScanSearch } from 'lucide-react'
import { useEffect } from 'react'

import { ProcessingView } from '#features/processing/processing-view.tsx'
import { useDraft } from '#features/processing/use-draft.ts'
import { useProcessing } from '#features/processing/use-processing.ts'
import { BackLink } from '#features/transcript/back-link.tsx'
import { titleOf } from '#lib/format/file-name.ts'
import { scriptQuery, scriptStatusQuery } from '#lib/queries/scripts.ts'
import { Notice } from '#ui/notice.tsx'

import { CancelProcessing } from './cancel-processing.tsx'
import { StartAgain, StartFile, StartShort } from './start-file.tsx'

import classes from './pages.module.css'

/** A file without its text yet: it waits, it is being processed, or it has failed. */
export function UnfinishedFile({ script }: { script: Script }) {
  return (
    <div className={classes.unfinished}>
      {/* While it is processed the title tells the percent. */}
      {script.status !== 'process' && <title>{pageTitle(titleOf(script.fileName))}</title>}
      <div className={classes.fileName}>
        {script.canEdit && <BackLink />}
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
  if (!script.canEdit) return <Notice icon={Clock3} {...processingTexts.waits} />
  if (!script.isInspected) return <Notice icon={ScanSearch} tone="marker" {...processingTexts.inspecting} />
  const isShort = script.status === 'notEnoughMinutes' || script.availableMinutes !== undefined
  return isShort ? (
    <StartShort scriptId={script.id} availableMinutes={script.availableMinutes ?? 0} />
  ) : (
    <StartFile scriptId={script.id} />
  )
}

/** The owner sees the stage, the time left and the text so far; the file is loaded again as soon as its processing ends. */
function OwnProcessing({ script }: { script: Script }) {
  const { state, isOffline } = useProcessing(script.id)
  const draft = useDraft(script.id, true)
  const queries = useQueryClient()
  const hasEnded = state !== undefined && state.status !== 'processing'
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: scriptQuery(script.id).queryKey, exact: true })
  }, [hasEnded, queries, script.id])
  return (
    <ProcessingView state={state ?? ownGuess(script)} isOffline={isOffline} draft={draft}>
      {!hasEnded && <CancelProcessing scriptId={script.id} fileName={script.fileName} />}
    </ProcessingView>
  )
}

/** Others are told the percent alone, which comes with the file itself. */
function OthersProcessing({ script }: { script: Script }) {
  return <ProcessingView state={ownGuess(script)} isOffline={false} />
}

function Failed({ script }: { script: Script }) {
  const { data } = useQuery({
    ...scriptStatusQuery(script.id),
    enabled: script.canEdit && script.error === undefined,
    refetchInterval: false,
  })
  const said = script.error ?? data?.error
  const { title, text } = processingFailure(typeof said === 'string' ? said : undefined)
  return (
    <Notice icon={FileWarning} tone="bad" title={title} text={text}>
      {script.canEdit && <StartAgain scriptId={script.id} />}
    </Notice>
  )
}

function ownGuess({ progress = 0 }: Script) {
  return { status: 'processing', progress, stage: 'recognise', etaSeconds: null } as const
}
