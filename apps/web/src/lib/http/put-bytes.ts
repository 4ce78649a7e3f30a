import { parseBody } from './send.ts'

const MESSAGES = { network: 'HTTP Error occurred', aborted: 'Request was aborted' } as const
/** A line on which nothing moves for so long is dead, whatever the browser believes. */
const STALLED_MS = 45_000
/** The last bytes leave the browser long before a slow line has carried them. */
const ANSWER_MS = 300_000

/** Bytes that did not get through; its texts are the specification's own (UP-10). */
export class UploadError extends Error {
  readonly kind: keyof typeof MESSAGES

  constructor(kind: keyof typeof MESSAGES) {
    super(MESSAGES[kind])
    this.name = 'UploadError'
    this.kind = kind
  }
}

/** The storage has answered, and it was a no: any status from 400 up, with what it said. */
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
  /** Calls when this device may have slept; returns how to stop. */
  onWake: (listener: () => void) => () => void
}

/** Sends bytes by XMLHttpRequest, because fetch does not tell how much has been sent. */
export function createPut({ createRequest, onWake }: PutDeps): Put {
  return (url, bytes, { onProgress, signal }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new UploadError('aborted'))
      const request = createRequest()
      const watch = watchLine(onWake, () => {
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

/** Calls out when nothing has moved for as long as the last move allows; after a sleep, which stops timers, at once. */
function watchLine(onWake: PutDeps['onWake'], onDead: () => void) {
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
