import { useEffect, useEffectEvent } from 'react'

import { uploader, useUploads } from '#features/upload/current.ts'
import { DropVeil } from '#features/upload/drop-veil.tsx'
import { fileLimitBytes } from '#features/upload/file-limit.ts'
import { OtherFiles } from '#features/upload/other-files.tsx'
import { pageShown } from '#features/upload/page.ts'
import { takePending } from '#features/upload/pending.ts'
import { UnfinishedUploads } from '#features/upload/unfinished-uploads.tsx'
import { useFileDrop } from '#features/upload/use-file-drop.ts'
import { useUnfinished } from '#features/upload/use-unfinished.ts'
import { useSession } from '#lib/session/current.ts'
import { useHeadingFocus } from '#ui/use-heading-focus.ts'

import { ChooseRecording } from './choose-recording.tsx'
import { LeaderView, viewOf } from './leader-view.tsx'
import { UploadsOver } from './uploads-over.tsx'

import classes from './pages.module.css'

/** The way of a recording from the choice to its text; what goes the same way beside it stands below. */
export function UploadPage() {
  useEffect(forgetProcessingOnLeave, [])
  const { user } = useSession()
  const queue = useUploads()
  const unfinished = useUnfinished()
  const limitBytes = fileLimitBytes(user)

  const add = (files: readonly File[]) => uploader.add(files, limitBytes, unfinished)
  const isOver = useFileDrop({ onFiles: add, onLink: (url) => uploader.offerLink(url, true) })
  const takeOver = useEffectEvent(() => {
    const pending = takePending()
    add(pending.flatMap((entry) => (entry.type === 'file' ? entry.file : [])))
    const url = pending.find((entry) => entry.type === 'url')?.url
    if (url) uploader.offerLink(url, true)
  })
  useEffect(() => takeOver(), [])

  const { leader, others } = queue
  const hasBegun = leader !== null && leader.step.name !== 'notAvailableUploads'
  const page = pageShown(queue.page, { availableUploads: user?.availableUploads ?? null, hasBegun })
  const isOverLimit = page.name === 'uploadsLimitExceeded'
  useHeadingFocus(leader && !isOverLimit ? viewOf(page, leader) : page.name)

  return (
    <div className={classes.upload}>
      {isOverLimit && <UploadsOver />}
      {!isOverLimit && leader && <LeaderView queue={queue} leader={leader} />}
      {!isOverLimit && !leader && <ChooseRecording isOver={isOver} link={queue.link} onFiles={add} />}
      {!leader && (
        <UnfinishedUploads
          uploads={unfinished ?? []}
          onResume={(upload, file) => uploader.resume(upload, file, limitBytes)}
        />
      )}
      <OtherFiles items={others} isBehindLeader={leader !== null} />
      {isOver && leader && <DropVeil />}
    </div>
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
      const { page, leader } = uploader.getState()
      const isUnderWay = page.name === 'complete' || (page.name === 'processing' && page.isStarted)
      if (!isHere && leader && isUnderWay) uploader.dismiss(leader.id)
    })
  }
}
