import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import type { Upload } from '@doslovno/contract/uploads.ts'

import { UploadError } from '#lib/http/put-bytes.ts'
import type { Line } from '#lib/line/line.ts'

import { isUploadsExceeded, stepAfter } from './failure.ts'
import { followInspection, followProcess, ProcessFailure } from './follow.ts'
import { linkFailure, type LinkFailure } from './link-failure.ts'
import { percentOf } from './movement.ts'
import { type BegunUpload, type PartsApi, sendFile } from './send-file.ts'
import type { StepEvent } from './step.ts'

/** Progress comes twenty times a second; nobody reads so fast. */
const NEWS_EVERY_MS = 200

export type RunApi = PartsApi & {
  getScript: (id: string) => Promise<Script>
  getProcess: (processId: string) => Promise<ProcessState>
}

export type Running = {
  api: RunApi
  line: Line
  now: () => number
  signal: AbortSignal
  tell: (event: StepEvent) => void
}

/** A file of this device, and the upload it goes on with. */
export type LocalFile = { file: File; limitBytes: number; begun?: BegunUpload | undefined }

/** The way of a file: sent, joined, looked into. */
export async function runFile(
  { file, limitBytes, begun }: LocalFile,
  { onUpload, ...running }: Running & { onUpload: (upload: Upload) => void },
): Promise<void> {
  const { tell, now } = running
  const news = {
    onCompare: () => tell({ type: 'comparing' }),
    onUpload,
    onProgress: spaced(now, file.size, (sentBytes) => tell({ type: 'moved', sentBytes, at: now() })),
    onLost: (cause: 'line' | 'server', keptBytes: number) => tell({ type: 'lost', cause, keptBytes, at: now() }),
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

/** The way of a link: the service downloads it, then looks into it. */
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
    const reason = error instanceof ProcessFailure ? error.reason : undefined
    if (typeof reason === 'string' && isUploadsExceeded(reason)) return tell({ type: 'uploadsExceeded' })
    onFailure(linkFailure(error))
  }
}

async function inspect(scriptId: string, { api, line, signal, tell }: Running): Promise<void> {
  const script = await followInspection(() => api.getScript(scriptId), { line, signal })
  if (script.status === 'error') return tell({ type: 'failed', flaw: 'media', wireText: script.error })
  tell({
    type: 'inspected',
    script: { id: script.id, durationSeconds: script.duration },
    availableMinutes: script.availableMinutes,
  })
}

/** Lets news through only so often, and every new percent. */
function spaced(now: () => number, totalBytes: number, tell: (sentBytes: number) => void) {
  let told = { at: -Infinity, percent: -1 }
  return (sentBytes: number) => {
    const next = { at: now(), percent: percentOf({ totalBytes, sentBytes }) }
    if (next.at - told.at < NEWS_EVERY_MS && next.percent === told.percent) return
    told = next
    tell(sentBytes)
  }
}
