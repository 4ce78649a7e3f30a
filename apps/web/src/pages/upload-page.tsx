import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

import { CancelProcessing, useDeleteFile } from '#features/files/index.ts'
import { NotifyButton, notifyReady, ProcessingView, useGetsMail, useProcessing } from '#features/processing/index.ts'
import { DraftView } from '#features/transcript/index.ts'
import {
  aimAtFolder,
  ChooseRecording,
  DropVeil,
  FileCard,
  fileLimitBytes,
  isKept,
  type Item,
  nameOf,
  OtherFiles,
  pageShown,
  SharedFiles,
  stepShown,
  takePending,
  UnfinishedUploads,
  uploader,
  uploadsExceeded,
  UploadsOver,
  UploadSteps,
  useFileDrop,
  useUnfinished,
  useUploads,
} from '#features/upload/index.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { adjustUser, refreshUser, useUser } from '#lib/queries/account.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { useHeadingFocus } from '#ui/use-heading-focus.ts'
import { useLater } from '#ui/use-later.ts'

import classes from './pages.module.css'

const route = getRouteApi('/framed/upload')
const OPEN_AFTER_MS = 1000
const NOT_YET = { status: 'processing', progress: 0, stage: 'prepare', etaSeconds: null } as const

/** Leads one recording from its choice to its text; the others upload in a list below. */
export function UploadPage() {
  useEffect(forgetProcessingOnLeave, [])
  const queries = useQueryClient()
  useEffect(() => uploadsExceeded.subscribe(() => adjustUser(queries, { availableUploads: 0 })), [queries])
  const user = useUser()
  const navigate = useNavigate()
  const { link, folder } = route.useSearch()
  const queue = useUploads()
  const unfinished = useUnfinished()
  const limitBytes = fileLimitBytes(user)

  const add = (files: readonly File[]) => {
    aimAtFolder(files, folder)
    uploader.add(files, limitBytes, unfinished)
  }
  const isDragOver = useFileDrop({ onFiles: add, onLink: (url) => uploader.offerLink(url, true) })
  const takeOver = useEffectEvent(() => {
    const pending = takePending()
    add(pending.flatMap((entry) => (entry.type === 'file' ? entry.file : [])))
    const url = pending.find((entry) => entry.type === 'url')?.url
    if (url) uploader.offerLink(url, true)
    if (link === undefined) return
    // Only filled in: a foreign site may lead here, and a download costs minutes.
    uploader.offerLink(link, false)
    void navigate({ to: '/upload', search: {}, replace: true })
  })
  useEffect(() => takeOver(), [])

  const { primary, others } = queue
  const hasBegun = primary !== null && primary.step.name !== 'notAvailableUploads'
  const page = pageShown(queue.page, { availableUploads: user?.availableUploads ?? null, hasBegun })
  const isReading = primary !== null && (page.name === 'processing' || page.name === 'complete')
  const isOverLimit = page.name === 'uploadsLimitExceeded'
  const deletion = useDeleteFile(() => {
    if (primary) uploader.dismiss(primary.id)
  })
  const askToRemove = () => {
    if (!primary || !isKept(primary.step)) return
    // The file must not start by itself behind the dialog.
    uploader.cancelCountdown()
    deletion.ask({ id: primary.step.script.id, fileName: nameOf(primary.source) })
  }
  useHeadingFocus(primary && !isOverLimit ? stepShown(page, primary) : page.name)

  return (
    <div className={classes.upload} data-reading={isReading || undefined}>
      <SharedFiles onFiles={add} />
      {isOverLimit && <UploadsOver />}
      {!isOverLimit && primary && (
        <UploadSteps
          queue={queue}
          primary={primary}
          processing={(isStarted) => <ProcessingStep primary={primary} isStarted={isStarted} />}
          onRemove={askToRemove}
        />
      )}
      {!isOverLimit && !primary && (
        <ChooseRecording isDragOver={isDragOver} link={queue.link} folder={folder} onFiles={add} />
      )}
      {!primary && (
        <UnfinishedUploads
          uploads={unfinished ?? []}
          onResume={(upload, file) => uploader.resume(upload, file, limitBytes)}
        />
      )}
      <OtherFiles items={others} isBelowPrimary={primary !== null} />
      {isDragOver && primary && <DropVeil />}
      {deletion.dialog}
    </div>
  )
}

/** The last step: shows the processing, then opens the text. */
function ProcessingStep({ primary, isStarted }: { primary: Item; isStarted: boolean }) {
  const navigate = useNavigate()
  const scriptId = isKept(primary.step) ? primary.step.script.id : ''
  const { state, isOffline } = useProcessing(scriptId, isStarted)
  const queries = useQueryClient()
  const { data: script } = useQuery({ ...scriptQuery(scriptId), enabled: isStarted })
  const isComplete = state?.status === 'complete'

  const openFile = () => navigate({ to: '/files/$scriptId', params: { scriptId } })
  const onEnd = useEffectEvent(() => {
    // A cancelled file offers its options again on its own page.
    if (state?.errorCode === 'cancelled') return void openFile().then(() => uploader.dismiss(primary.id))
    if (state?.status === 'error') uploader.failed(state.errorCode)
    if (state?.status !== 'complete') return
    uploader.completed()
    // The page of the file then opens with its text.
    void queries.invalidateQueries({ queryKey: scriptQuery(scriptId).queryKey, exact: true })
    notifyReady(titleOf(nameOf(primary.source)))
    void refreshUser(queries)
  })
  useEffect(() => onEnd(), [state?.status])
  useLater(isComplete, OPEN_AFTER_MS, () => void openFile())

  return (
    <ProcessingView
      state={state ?? NOT_YET}
      isOffline={isOffline}
      reading={isStarted && script && <DraftView script={script} />}
      getsMail={useGetsMail()}
    >
      <FileCard item={primary} />
      <div className={classes.buttons}>
        <Button component={Link} to="/" variant="default" size="md">
          {uploadTexts.toFiles}
        </Button>
        <Button variant="default" size="md" onClick={() => uploader.dismiss(primary.id)}>
          {uploadTexts.anotherFile}
        </Button>
        <NotifyButton />
        {isStarted && !isComplete && <CancelProcessing scriptId={scriptId} fileName={nameOf(primary.source)} />}
      </div>
    </ProcessingView>
  )
}

let isMounted = false

/** A visit after a started processing begins with the choice again: the file itself is in the list. */
function forgetProcessingOnLeave() {
  isMounted = true
  return () => {
    isMounted = false
    // React mounts a page twice in development, so it may be mounted again a moment later.
    queueMicrotask(() => {
      const { page, primary } = uploader.getState()
      const isUnderWay = page.name === 'complete' || (page.name === 'processing' && page.isStarted)
      if (!isMounted && primary && isUnderWay) uploader.dismiss(primary.id)
    })
  }
}
