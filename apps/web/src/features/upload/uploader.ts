import { ApiError } from '#lib/http/api-error.ts'
import { UploadError, type UploadOptions } from '#lib/http/upload-file.ts'

import { type Failure, nextUpload, type UploadEvent, type UploadState } from './upload-state.ts'

const TOO_BIG = 413

export type UploaderDeps = {
  upload: (file: File, options: UploadOptions) => Promise<{ script: { id: string } }>
  startProcessing: (scriptId: string) => Promise<unknown>
  now: () => number
}

export type Uploader = {
  getState: () => UploadState
  subscribe: (listener: () => void) => () => void
  choose: (file: File, limitBytes: number) => void
  retry: () => void
  /** Cancels what runs and goes back to the choice. */
  reset: () => void
}

/** One upload at a time, outside React, so that it goes on while the person walks about the app. */
export function createUploader({ upload, startProcessing, now }: UploaderDeps): Uploader {
  const listeners = new Set<() => void>()
  let state: UploadState = { name: 'choosing' }
  let work: { file: File; limitBytes: number; abort: AbortController } | undefined

  const dispatch = (event: UploadEvent) => {
    state = nextUpload(state, event)
    for (const listener of listeners) listener()
  }

  const run = async () => {
    if (!work) return
    const { file, limitBytes, abort } = work
    const tell = (event: UploadEvent) => {
      if (!abort.signal.aborted) dispatch(event)
    }
    try {
      if (state.name === 'uploading') {
        const onProgress = (sentBytes: number) => tell({ type: 'progressed', sentBytes, at: now() })
        const { script } = await upload(file, { onProgress, signal: abort.signal })
        tell({ type: 'uploaded', scriptId: script.id })
      }
      if (state.name === 'starting') {
        await startProcessing(state.scriptId)
        tell({ type: 'started' })
      }
    } catch (error) {
      tell(failureOf(error, state, limitBytes))
    }
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose: (file, limitBytes) => {
      const before = state
      dispatch({ type: 'chosen', file, limitBytes, at: now() })
      if (state === before || state.name !== 'uploading') return
      work = { file, limitBytes, abort: new AbortController() }
      void run()
    },
    retry: () => {
      if (!work) return
      work = { ...work, abort: new AbortController() }
      dispatch({ type: 'retried', at: now() })
      void run()
    },
    reset: () => {
      work?.abort.abort()
      work = undefined
      dispatch({ type: 'reset' })
    },
  }
}

function failureOf(error: unknown, state: UploadState, limitBytes: number): UploadEvent {
  if (error instanceof ApiError && error.status === TOO_BIG) return { type: 'refusedAsTooBig', limitBytes }
  return { type: 'failed', reason: reasonOf(error, state) }
}

function reasonOf(error: unknown, state: UploadState): Failure {
  if (state.name === 'starting') return 'start'
  const isLost = error instanceof UploadError || (error instanceof ApiError && error.status === 0)
  return isLost ? 'network' : 'server'
}
