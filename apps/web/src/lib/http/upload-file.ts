import type { Reply } from '@doslovno/contract/endpoint.ts'
import { uploadScript } from '@doslovno/contract/scripts.ts'

import { ApiError } from './api-error.ts'
import { parseBody } from './send.ts'

const MESSAGES = { network: 'HTTP Error occurred', aborted: 'Request was aborted' } as const

/** An upload that got no answer; its texts are the specification's own (UP-10). */
export class UploadError extends Error {
  readonly kind: keyof typeof MESSAGES

  constructor(kind: keyof typeof MESSAGES) {
    super(MESSAGES[kind])
    this.name = 'UploadError'
    this.kind = kind
  }
}

export type UploadOptions = { onProgress: (sentBytes: number) => void; signal: AbortSignal }
type Upload = UploadOptions & { file: File; token: string; createRequest: () => XMLHttpRequest }

/** Sends a file by XMLHttpRequest, because fetch does not tell how much has been sent. */
export function uploadFile({
  file,
  token,
  onProgress,
  signal,
  createRequest,
}: Upload): Promise<Reply<typeof uploadScript>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadError('aborted'))
    const request = createRequest()
    // A multipart body is a little longer than its file.
    request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, file.size))
    request.onload = () => settle(request, resolve, reject)
    request.onerror = () => reject(new UploadError('network'))
    request.onabort = () => reject(new UploadError('aborted'))
    signal.addEventListener('abort', () => request.abort(), { once: true })

    const form = new FormData()
    form.append('file', file, file.name)
    request.open(uploadScript.method, uploadScript.path)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.send(form)
  })
}

type Resolve = (reply: Reply<typeof uploadScript>) => void

function settle(request: XMLHttpRequest, resolve: Resolve, reject: (error: Error) => void) {
  const body = parseBody(request.responseText)
  if (request.status >= 400) return reject(new ApiError(request.status, body))
  resolve(body as Reply<typeof uploadScript>) // the server checks its replies against the same contract
}
