import { describe, expect, it } from 'vitest'

import { uploadFile } from './upload-file.ts'

/** As much of XMLHttpRequest as an upload touches; the test plays the network. */
class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  readonly headers: Record<string, string> = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  opened = ''
  sent: FormData | undefined

  open(method: string, url: string) {
    this.opened = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: FormData) {
    this.sent = form
  }
  abort() {
    this.onabort?.()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.onload?.()
  }
}

function startUpload() {
  const request = new FakeRequest()
  const abort = new AbortController()
  const progress: number[] = []
  const file = new File(['x'.repeat(100)], 'запись.mp3', { type: 'audio/mpeg' })
  const done = uploadFile({
    file,
    token: 't',
    onProgress: (sentBytes) => progress.push(sentBytes),
    signal: abort.signal,
    createRequest: () => request as unknown as XMLHttpRequest, // a stand-in for the network
  })
  return { request, abort, progress, done }
}

describe('an upload', () => {
  it('sends the file in the field `file` with the token', async () => {
    const { request, done } = startUpload()

    request.answer(200, { script: { id: 's1' } })

    expect(await done).toEqual({ script: { id: 's1' } })
    expect(request.opened).toBe('POST /api/scripts/upload')
    expect(request.headers).toEqual({ authorization: 'Bearer t' })
    expect(request.sent?.get('file')).toMatchObject({ name: 'запись.mp3', size: 100 })
  })

  it('reports its progress, never more than the file is [UP-10]', async () => {
    const { request, progress, done } = startUpload()

    request.upload.onprogress?.({ loaded: 40 })
    request.upload.onprogress?.({ loaded: 130 })
    request.answer(200, {})
    await done

    expect(progress).toEqual([40, 100])
  })

  it('fails as «HTTP Error occurred» when the network does [UP-10]', async () => {
    const { request, done } = startUpload()

    request.onerror?.()

    await expect(done).rejects.toThrow(/^HTTP Error occurred$/)
  })

  it('fails as «Request was aborted» when it is cancelled [UP-10]', async () => {
    const { abort, done } = startUpload()

    abort.abort()

    await expect(done).rejects.toThrow(/^Request was aborted$/)
  })

  it('does not start when it was cancelled before [UP-10]', async () => {
    const upload = uploadFile({
      file: new File([], 'a'),
      token: 't',
      onProgress: () => undefined,
      signal: AbortSignal.abort(),
      createRequest: () => {
        throw new Error('must not be asked')
      },
    })

    await expect(upload).rejects.toThrow(/^Request was aborted$/)
  })

  it('carries the body and the status of a refusal [SESS-9]', async () => {
    const { request, done } = startUpload()

    request.answer(413, { error: 'File is too big', code: 'fileTooBig', message: 'x' })

    await expect(done).rejects.toMatchObject({ status: 413, body: { code: 'fileTooBig' } })
  })
})
