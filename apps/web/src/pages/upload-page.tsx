import { BYTES_PER_MB, DEFAULT_FILE_SIZE_MB } from '@doslovno/domain/upload/limits.ts'
import { pageTitle } from '@doslovno/texts/brand.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { useEffect } from 'react'

import { uploader, useUpload } from '#features/upload/current.ts'
import { DropArea } from '#features/upload/drop-area.tsx'
import { FileCard } from '#features/upload/file-card.tsx'
import { UploadProblem } from '#features/upload/upload-problem.tsx'
import { uploadPercent } from '#features/upload/upload-state.ts'
import { useSession } from '#lib/session/current.ts'
import { ProgressNews } from '#ui/progress-news.tsx'

import { UploadedFile } from './uploaded-file.tsx'

import classes from './pages.module.css'

export function UploadPage() {
  useEffect(forgetProcessingOnLeave, [])
  return (
    <div className={classes.upload}>
      <Step />
    </div>
  )
}

function Step() {
  const state = useUpload()
  switch (state.name) {
    case 'choosing':
      return <Choose />
    case 'uploading':
      return (
        <>
          <title>{pageTitle(uploadTexts.tabTitle(uploadPercent(state)))}</title>
          <h1>{uploadTexts.uploading}</h1>
          <FileCard state={state} onCancel={uploader.reset} />
          <p className={classes.quiet}>{uploadTexts.uploadingHint}</p>
          <ProgressNews percent={uploadPercent(state)} text={uploadTexts.announce} />
        </>
      )
    case 'starting':
      return (
        <>
          <title>{pageTitle(uploadTexts.pageTitle)}</title>
          <h1>{uploadTexts.starting}</h1>
          <FileCard state={state} onCancel={uploader.reset} />
        </>
      )
    case 'processing':
      return <UploadedFile state={state} />
    case 'fileTooBig':
    case 'fileEmpty':
    case 'failed':
      return (
        <>
          <title>{pageTitle(uploadTexts.pageTitle)}</title>
          <UploadProblem state={state} />
        </>
      )
  }
}

function Choose() {
  const { user } = useSession()
  const limitBytes = (user?.tariff.fileSize ?? DEFAULT_FILE_SIZE_MB) * BYTES_PER_MB
  return (
    <>
      <title>{pageTitle(uploadTexts.pageTitle)}</title>
      <h1>{uploadTexts.title}</h1>
      <DropArea limitBytes={limitBytes} onFile={(file) => uploader.choose(file, limitBytes)} />
      <p className={classes.quiet}>{uploadTexts.rights}</p>
    </>
  )
}

let isHere = false

/** Who leaves a running processing finds the choice on the way back: the file itself is in the list. */
function forgetProcessingOnLeave() {
  isHere = true
  return () => {
    isHere = false
    // A page that React mounts twice in development is here again a moment later.
    queueMicrotask(() => {
      if (!isHere && uploader.getState().name === 'processing') uploader.reset()
    })
  }
}
