import { pageTitle } from '@doslovno/texts/brand.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { FileWarning } from 'lucide-react'
import { useEffect } from 'react'

import { ProcessingView } from '#features/processing/processing-view.tsx'
import { StartButton } from '#features/processing/start-button.tsx'
import { useProcessing } from '#features/processing/use-processing.ts'
import { uploader } from '#features/upload/current.ts'
import { FileCard } from '#features/upload/file-card.tsx'
import type { UploadState } from '#features/upload/upload-state.ts'
import { session } from '#lib/session/current.ts'
import { Notice } from '#ui/notice.tsx'

import classes from './pages.module.css'

const OPEN_AFTER_MS = 1000
const NOT_YET = { status: 'processing', progress: 0, stage: 'prepare', etaSeconds: null } as const

/** The rest of an upload's way: its processing, then the text. */
export function UploadedFile({ state: upload }: { state: Extract<UploadState, { name: 'processing' }> }) {
  const { state, isOffline } = useProcessing(upload.scriptId)
  const navigate = useNavigate()
  const isComplete = state?.status === 'complete'

  useEffect(() => {
    if (!isComplete) return undefined
    void session.reload()
    const openFile = async () => {
      await navigate({ to: '/files/$scriptId', params: { scriptId: upload.scriptId } })
      uploader.reset()
    }
    const timer = setTimeout(() => void openFile(), OPEN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isComplete, navigate, upload.scriptId])

  if (state?.status === 'error') return <Failed scriptId={upload.scriptId} error={state.error} />
  return (
    <ProcessingView state={state ?? NOT_YET} isOffline={isOffline}>
      <FileCard state={upload} onCancel={uploader.reset} />
      <div className={classes.buttons}>
        <Button component={Link} to="/" variant="default" size="md">
          {uploadTexts.toFiles}
        </Button>
        <Button variant="default" size="md" onClick={uploader.reset}>
          {uploadTexts.anotherFile}
        </Button>
      </div>
    </ProcessingView>
  )
}

function Failed({ scriptId, error }: { scriptId: string; error: string | undefined }) {
  const { title, text } = processingFailure(error)
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <Notice icon={FileWarning} tone="bad" title={title} text={text}>
        <StartButton scriptId={scriptId}>{processingTexts.again}</StartButton>
        <Button size="md" variant="default" onClick={uploader.reset}>
          {uploadTexts.otherFile}
        </Button>
      </Notice>
    </>
  )
}
