import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import type { Upload } from '@doslovno/contract/uploads.ts'
import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'

import type { Connection } from '#lib/connection/connection.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { UploadError } from '#lib/http/put-bytes.ts'

import { UnreadableFile } from './file-parts.ts'
import { followInspection, followProcess, linkFailure, type LinkFailure, ProcessFailure } from './follow.ts'
import { type BegunUpload, OtherFile, type PartsApi, sendFile } from './send-file.ts'
import type { StepEvent } from './step.ts'
import { percentOf } from './transfer.ts'

const MEDIA_FLAWS: readonly (ErrorCode | undefined)[] = [
  'unsupportedFormat',
  'noAudioStream',
  'mediaBroken',
  'recordingTooLong',
]

/** Progress events come twenty times a second; this is enough for the eye. */
const REPORT_EVERY_MS = 200

export type RunApi = PartsApi & {
  getScript: (id: string) => Promise<Script>
  getProcess: (processId: string) => Promise<ProcessState>
}

export type Running = {
  api: RunApi
  connection: Connection
  now: () => number
  signal: AbortSignal
  tell: (event: StepEvent) => void
}

/** A local file, and the upload it resumes. */
export type LocalFile = { file: File; limitBytes: number; begun?: BegunUpload | undefined }

/** Uploads a file: sends it, completes it, waits for its inspection. */
export async function runFile(
  { file, limitBytes, begun }: LocalFile,
  { onUpload, ...running }: Running & { onUpload: (upload: Upload) => void },
): Promise<void> {
  const { tell, now } = running
  const news = {
    onCompare: () => tell({ type: 'comparing' }),
    onUpload,
    onProgress: throttled(now, file.size, (sentBytes) => tell({ type: 'moved', sentBytes, at: now() })),
    onLost: (cause: 'connection' | 'server', keptBytes: number) => tell({ type: 'lost', cause, keptBytes, at: now() }),
  }
  try {
    const script = await sendFile(file, begun, { ...running, news })
    tell({ type: 'arrived' })
    await inspect(script.id, running)
  } catch (error) {
    const event = stepAfter(error, { size: file.size, limitBytes })
    if (event) tell(event)
  }
}

type LinkRun = Running & { onTitle: (title: string) => void; onFailure: (failure: LinkFailure) => void }

/** Follows a link: waits for its download, then for its inspection. */
export async function runLink(processId: string, { onTitle, onFailure, ...running }: LinkRun): Promise<void> {
  const { api, tell } = running
  try {
    const { scriptId, title } = await followProcess(() => api.getProcess(processId), {
      ...running,
      onProgress: (state) => {
        if (state.title) onTitle(state.title)
        tell({ type: 'progressed', percent: state.progress })
      },
    })
    if (title) onTitle(title)
    tell({ type: 'arrived' })
    await inspect(scriptId ?? '', running)
  } catch (error) {
    if (error instanceof UploadError && error.kind === 'aborted') return
    const isExceeded = error instanceof ProcessFailure && error.code === 'uploadsExceeded'
    if (isExceeded) return tell({ type: 'uploadsExceeded' })
    onFailure(linkFailure(error))
  }
}

async function inspect(scriptId: string, { api, connection, signal, tell }: Running): Promise<void> {
  const script = await followInspection(() => api.getScript(scriptId), { connection, signal })
  if (script.status === 'error') return tell({ type: 'failed', flaw: 'media', code: script.errorCode })
  tell({
    type: 'inspected',
    script: { id: script.id, durationSeconds: script.duration },
    availableMinutes: script.availableMinutes,
  })
}

/** Throttles progress, but passes every new percent. */
function throttled(now: () => number, totalBytes: number, tell: (sentBytes: number) => void) {
  let told = { at: -Infinity, percent: -1 }
  return (sentBytes: number) => {
    const next = { at: now(), percent: percentOf({ totalBytes, sentBytes }) }
    if (next.at - told.at < REPORT_EVERY_MS && next.percent === told.percent) return
    told = next
    tell(sentBytes)
  }
}

/** Maps the failure of a file to an event; undefined if it was cancelled. */
export function stepAfter(error: unknown, file: { size: number; limitBytes: number }): StepEvent | undefined {
  if (error instanceof UploadError && error.kind === 'aborted') return undefined
  if (error instanceof UnreadableFile) return { type: 'failed', flaw: 'unreadable' }
  if (error instanceof OtherFile) return { type: 'failed', flaw: 'otherFile' }
  return error instanceof ApiError ? afterAnswer(error, file) : { type: 'failed', flaw: 'upload' }
}

function afterAnswer(error: ApiError, file: { size: number; limitBytes: number }): StepEvent {
  const { code, status, tooBig } = error
  // A proxy with a smaller limit answers 413 without a code.
  if (status === errors.fileTooBig.status) {
    const { size, fileSize } = tooBig ?? { size: file.size, fileSize: file.limitBytes }
    return { type: 'tooBig', fileBytes: size, limitBytes: fileSize }
  }
  if (code === 'uploadsExceeded') return { type: 'uploadsExceeded' }
  if (code === 'tooManyUploads') return { type: 'failed', flaw: 'tooMany' }
  return { type: 'failed', flaw: MEDIA_FLAWS.includes(code) ? 'media' : 'upload', code }
}
