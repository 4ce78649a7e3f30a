import { parseBody } from './send.ts'

const MESSAGES = { network: 'HTTP Error occurred', aborted: 'Request was aborted' } as const
/** A connection without progress for so long is dead, whatever the browser reports. */
const STALLED_MS = 45_000
/** All bytes leave the browser long before a slow connection delivers them. */
const ANSWER_MS = 300_000

/** A failed transfer; its messages are those of the specification (UP-10). */
export class UploadError extends Error {
  readonly kind: keyof typeof MESSAGES

  constructor(kind: keyof typeof MESSAGES) {
    super(MESSAGES[kind])
    this.name = 'UploadError'
    this.kind = kind
  }
}

/** The storage refused: any status from 400 up, with its text. */
export class StorageRefusal extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(`Storage answered ${status}`)
    this.name = 'StorageRefusal'
    this.status = status
    this.body = body
  }
}

export type PutOptions = { onProgress: (sentBytes: number) => void; signal: AbortSignal }
export type Put = (url: string, bytes: ArrayBuffer, options: PutOptions) => Promise<void>

export type PutDeps = {
  createRequest: () => XMLHttpRequest
  /** Called when the device may have slept; returns how to stop. */
  onWake: (listener: () => void) => () => void
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
export function createPut({ createRequest, onWake }: PutDeps): Put {
  return (url, bytes, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new UploadError('aborted'))
      const request = createRequest()
      const watch = watchTransfer(onWake, () => {
        reject(new UploadError('network'))
        request.abort()
      })
      const cancel = () => request.abort()
      request.upload.onprogress = ({ loaded }) => {
        watch.moved(loaded < bytes.byteLength ? STALLED_MS : ANSWER_MS)
        onProgress(Math.min(loaded, bytes.byteLength))
      }
      request.onload = () => {
        if (request.status < 400) return resolve()
        reject(new StorageRefusal(request.status, parseBody(request.responseText)))
      }
      request.onerror = () => reject(new UploadError('network'))
      request.onabort = () => reject(new UploadError('aborted'))
      request.onloadend = () => {
        watch.stop()
        signal.removeEventListener('abort', cancel)
      }
      signal.addEventListener('abort', cancel, { once: true })
      request.open('PUT', url)
      watch.moved(STALLED_MS)
      request.send(bytes)
    })
}

/** Reports a stalled transfer; after a sleep, which stops timers, at once. */
function watchTransfer(onWake: PutDeps['onWake'], onDead: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let deadAt = Infinity
  const stopListening = onWake(() => {
    if (Date.now() >= deadAt) onDead()
  })
  return {
    moved: (allowedMs: number) => {
      clearTimeout(timer)
      timer = setTimeout(onDead, allowedMs)
      deadAt = Date.now() + allowedMs
    },
    stop: () => {
      clearTimeout(timer)
      stopListening()
    },
  }
}
