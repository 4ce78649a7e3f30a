import { cancelUploadByLink, getProcess, getScript, processScript, uploadByLink } from '@doslovno/contract/scripts.ts'
import {
  abortUpload,
  completeUpload,
  createUpload,
  listUploadParts,
  signUploadPart,
} from '@doslovno/contract/uploads.ts'
import { useSyncExternalStore } from 'react'

import { call } from '#lib/api/current.ts'
import { createPut } from '#lib/http/put-bytes.ts'
import { line, onWake } from '#lib/line/line.ts'
import { holdUpload } from '#lib/queries/held-uploads.ts'
import { session } from '#lib/session/current.ts'

import { itemsOf, type Queue } from './queue.ts'
import { isSending } from './step.ts'
import { type UploadApi, Uploader } from './uploader.ts'

const api: UploadApi = {
  create: async ({ name, type, size }) =>
    (await call(createUpload, { body: { fileName: name, contentType: type, size } })).upload,
  listParts: async (id) => (await call(listUploadParts, { params: { id } })).data,
  signPart: async (id, part) => (await call(signUploadPart, { params: { id }, body: part })).url,
  complete: async (id) => (await call(completeUpload, { params: { id } })).script,
  abort: (id) => call(abortUpload, { params: { id } }),
  put: createPut({ createRequest: () => new XMLHttpRequest(), onWake }),
  getScript: (id) => call(getScript, { params: { id } }),
  getProcess: (processId) => call(getProcess, { params: { processId } }),
  process: (id, options, force) => call(processScript, { params: { id }, body: { ...options, force } }),
  takeLink: async (url) => (await call(uploadByLink, { body: { url } })).processId,
  cancelLink: (processId) => call(cancelUploadByLink, { body: { processId } }),
}

/** The uploads of this tab. */
export const uploader = new Uploader({
  api,
  line,
  memory: localStorage,
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  hold: holdUpload,
  onUploadsExceeded: () => session.adjust({ availableUploads: 0 }),
})

let personId = session.getState().user?.id

uploader.subscribe(guardTab)
session.subscribe(stopWhenLeft)

export function useUploads(): Queue {
  return useSyncExternalStore(uploader.subscribe, uploader.getState)
}

/** The browser asks before it closes a tab that is sending; a listener left on would spoil its back-forward cache. */
function guardTab() {
  if (hasBytesToSend(uploader.getState())) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
}

export function hasBytesToSend(queue: Queue): boolean {
  return itemsOf(queue).some(({ source, step }) => source.kind === 'file' && isSending(step))
}

function warn(event: BeforeUnloadEvent) {
  event.preventDefault()
}

/** Nobody may send on in the name of somebody else. A service that is away for a while is no reason to stop. */
function stopWhenLeft() {
  const { status, user } = session.getState()
  if (status === 'not-available') return
  if (personId !== undefined && user?.id !== personId) uploader.stop()
  personId = user?.id
}
