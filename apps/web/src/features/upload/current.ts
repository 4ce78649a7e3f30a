import { useSyncExternalStore } from 'react'

import { upload } from '#lib/api/current.ts'
import { startProcessing } from '#lib/queries/scripts.ts'

import { isBusy, type UploadState } from './upload-state.ts'
import { createUploader } from './uploader.ts'

/** The upload of this tab. */
export const uploader = createUploader({ upload, startProcessing, now: () => Date.now() })

uploader.subscribe(guardTab)

export function useUpload(): UploadState {
  return useSyncExternalStore(uploader.subscribe, uploader.getState)
}

export function stopUpload() {
  uploader.reset()
}

/** The browser asks before it closes a tab that is uploading; a listener left on would spoil its back-forward cache. */
function guardTab() {
  if (isBusy(uploader.getState())) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault()
}
