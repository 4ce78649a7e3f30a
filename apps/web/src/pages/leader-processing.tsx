import { errors } from '@doslovno/domain/errors.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileWarning } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'

import { NotifyButton, notifyReady } from '#features/processing/notify-button.tsx'
import { ProcessingView } from '#features/processing/processing-view.tsx'
import { useDraft } from '#features/processing/use-draft.ts'
import { useProcessing } from '#features/processing/use-processing.ts'
import { uploader } from '#features/upload/current.ts'
import { FileCard } from '#features/upload/file-card.tsx'
import type { Item } from '#features/upload/queue.ts'
import { nameOf } from '#features/upload/source.ts'
import { isKept } from '#features/upload/step.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { scriptStatusQuery } from '#lib/queries/scripts.ts'
import { session } from '#lib/session/current.ts'
import { Notice } from '#ui/notice.tsx'
import { useLater } from '#ui/use-later.ts'

import { CancelProcessing } from './cancel-processing.tsx'

import classes from './pages.module.css'

const OPEN_AFTER_MS = 1000
const NOT_YET = { status: 'processing', progress: 0, stage: 'prepare', etaSeconds: null } as const

type Props = { leader: Item; isStarted: boolean }

/** The third step: the processing, then the text. */
export function LeaderProcessing({ leader, isStarted }: Props) {
  const navigate = useNavigate()
  const scriptId = isKept(leader.step) ? leader.step.script.id : ''
  const { state, isOffline } = useProcessing(scriptId, isStarted)
  const draft = useDraft(scriptId, isStarted && state?.status !== 'complete')
  const isComplete = state?.status === 'complete'

  const openFile = () => navigate({ to: '/files/$scriptId', params: { scriptId } })
  const onEnd = useEffectEvent(() => {
    // What was called off has its options again, on its own page.
    if (state?.error === errors.cancelled.message) return void openFile().then(() => uploader.dismiss(leader.id))
    if (state?.status === 'error') uploader.failed(typeof state.error === 'string' ? state.error : undefined)
    if (state?.status !== 'complete') return
    uploader.completed()
    notifyReady(titleOf(nameOf(leader.source)))
    void session.reload()
  })
  useEffect(() => onEnd(), [state?.status])
  useLater(isComplete, OPEN_AFTER_MS, () => void openFile())

  return (
    <ProcessingView state={state ?? NOT_YET} isOffline={isOffline} draft={draft}>
      <FileCard item={leader} />
      <div className={classes.buttons}>
        <Button component={Link} to="/" variant="default" size="md">
          {uploadTexts.toFiles}
        </Button>
        <Button variant="default" size="md" onClick={() => uploader.dismiss(leader.id)}>
          {uploadTexts.anotherFile}
        </Button>
        <NotifyButton />
        {isStarted && !isComplete && <CancelProcessing scriptId={scriptId} fileName={nameOf(leader.source)} />}
      </div>
    </ProcessingView>
  )
}

export function LeaderFailed({ leader, wireText }: { leader: Item; wireText: string | undefined }) {
  const queries = useQueryClient()
  const { title, text } = processingFailure(wireText)
  const retry = () => {
    // What the last run has ended with must not be taken for the news of the next.
    if (isKept(leader.step)) queries.removeQueries({ queryKey: scriptStatusQuery(leader.step.script.id).queryKey })
    uploader.retryProcessing()
  }
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <FileCard item={leader} />
      <Notice icon={FileWarning} tone="bad" title={title} text={text}>
        <Button size="md" onClick={retry}>
          {processingTexts.again}
        </Button>
        <Button size="md" variant="default" onClick={() => uploader.dismiss(leader.id)}>
          {uploadTexts.otherFile}
        </Button>
      </Notice>
    </>
  )
}
