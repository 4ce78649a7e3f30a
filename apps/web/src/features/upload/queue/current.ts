import { cancelUploadByLink, getProcess, getScript, uploadByLink } from '@doslovno/contract/scripts.ts'
import {
  abortUpload,
  completeUpload,
  createUpload,
  listUploadParts,
  signUploadPart,
} from '@doslovno/contract/uploads.ts'
import { useSyncExternalStore } from 'react'

import { targetOf } from '#features/upload/choose/target-folder.ts'
import { isSending } from '#features/upload/sending/step.ts'
import { startWith } from '#features/upload/start/start-with.ts'
import { call } from '#lib/api/current.ts'
import { connection, onWake } from '#lib/connection/connection.ts'
import { createPut } from '#lib/http/put-bytes.ts'
import { holdUpload } from '#lib/queries/held-uploads.ts'
import { onLeave } from '#lib/session/current.ts'
import { createStore } from '#lib/store/store.ts'

import { itemsOf, type Queue } from './queue.ts'
import { type UploadApi, Uploader } from './uploader.ts'

const api: UploadApi = {
  create: async (file) => {
    const { name, type, size } = file
    const folderId = targetOf(file)
    const body = { fileName: name, contentType: type, size, ...(folderId !== undefined && { folderId }) }
    return (await call(createUpload, { body })).upload
  },
  listParts: async (id) => (await call(listUploadParts, { params: { id } })).data,
  signPart: async (id, part) => (await call(signUploadPart, { params: { id }, body: part })).url,
  complete: async (id) => (await call(completeUpload, { params: { id } })).script,
  abort: (id) => call(abortUpload, { params: { id } }),
  put: createPut({ createRequest: () => new XMLHttpRequest(), onWake }),
  getScript: (id) => call(getScript, { params: { id } }),
  getProcess: (processId) => call(getProcess, { params: { processId } }),
  process: (id, options, force) => startWith(id, options, { force }),
  takeLink: async (url, folderId) =>
    (await call(uploadByLink, { body: { url, ...(folderId !== undefined && { folderId }) } })).processId,
  cancelLink: (processId) => call(cancelUploadByLink, { body: { processId } }),
}

/** Tells that the service takes no more uploads. */
export const uploadsExceeded = createStore<void>(undefined)

/** The uploads of this tab. */
export const uploader = new Uploader({
  api,
  connection,
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  hold: holdUpload,
  onUploadsExceeded: () => uploadsExceeded.set(),
})

uploader.subscribe(warnBeforeClosing)
onLeave(uploader.stop)

export function useUploads(): Queue {
  return useSyncExternalStore(uploader.subscribe, uploader.getState)
}

/** Asks before a sending tab is closed. A permanent listener would disable the back-forward cache. */
function warnBeforeClosing() {
  if (hasBytesToSend(uploader.getState())) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

export function hasBytesToSend(queue: Queue): boolean {
  return itemsOf(queue).some(({ source, step }) => source.kind === 'file' && isSending(step))
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault()
}
