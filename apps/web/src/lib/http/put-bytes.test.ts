import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { createPut } from './put-bytes.ts'

/** The part of XMLHttpRequest that a PUT uses; the test plays the network. */
class FakeRequest {
  readonly upload: { onprogress?: (event: { loaded: number }) => void } = {}
  readonly headers: string[] = []
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  status = 0
  responseText = ''
  opened = ''
  sent: ArrayBuffer | undefined
  isAborted = false

  open(method: string, url: string) {
    this.opened = `${method} ${url}`
  }
  setRequestHeader(name: string) {
    this.headers.push(name)
  }
  send(bytes: ArrayBuffer) {
    this.sent = bytes
  }
  abort() {
    this.isAborted = true
    this.onabort?.()
    this.onloadend?.()
  }
  fail() {
    this.onerror?.()
    this.onloadend?.()
  }
  answer(status: number, body = '') {
    this.status = status
    this.responseText = body
    this.onload?.()
    this.onloadend?.()
  }
}

function startPut() {
  const request = new FakeRequest()
  const abort = new AbortController()
  const progress: number[] = []
  let wake = () => {}
  const put = createPut({
    createRequest: () => request as unknown as XMLHttpRequest, // a stand-in for the network
    onWake: (listener) => {
      wake = listener
      return () => {
        wake = () => {}
      }
    },
  })
  const done = put('https://storage.example/part', new ArrayBuffer(100), {
    onProgress: (sentBytes) => progress.push(sentBytes),
    signal: abort.signal,
  })
  return { request, abort, progress, done, wake: () => wake() }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a PUT to storage', () => {
  it('sends the bytes unchanged, without headers of ours', async () => {
    const { request, done } = startPut()

    request.answer(200)
    await done

    expect(request.opened).toBe('PUT https://storage.example/part')
    expect(request.sent?.byteLength).toBe(100)
    expect(request.headers).toEqual([])
  })

  it('reports progress, never more than the total [UP-10]', async () => {
    const { request, progress, done } = startPut()

    request.upload.onprogress?.({ loaded: 40 })
    request.upload.onprogress?.({ loaded: 130 })
    request.answer(200)
    await done

    expect(progress).toEqual([40, 100])
  })

  it('fails with «HTTP Error occurred» on a network error [UP-10]', async () => {
    const { request, done } = startPut()

    request.fail()

    await expect(done).rejects.toThrow(/^HTTP Error occurred$/)
  })

  it('fails with «Request was aborted» when cancelled [UP-10]', async () => {
    const { request, abort, done } = startPut()

    abort.abort()

    await expect(done).rejects.toThrow(/^Request was aborted$/)
    expect(request.isAborted).toBe(true)
  })

  it('does not start when cancelled before [UP-10]', async () => {
    const createRequest = () => {
      throw new Error('must not be asked')
    }
    const put = createPut({ createRequest, onWake: () => () => undefined })

    const done = put('x', new ArrayBuffer(1), { onProgress: () => undefined, signal: AbortSignal.abort() })

    await expect(done).rejects.toThrow(/^Request was aborted$/)
  })

  it('carries the status and the text of a refusal [SESS-9]', async () => {
    const { request, done } = startPut()

    request.answer(403, '<Error><Code>AccessDenied</Code></Error>')

    await expect(done).rejects.toMatchObject({
      name: 'StorageRefusal',
      status: 403,
      body: '<Error><Code>AccessDenied</Code></Error>',
    })
  })

  it('is aborted when nothing moves for 45 s: the connection is dead', async () => {
    const { request, done } = startPut()
    const failure = done.catch((error: unknown) => error)

    vi.advanceTimersByTime(44_000)
    request.upload.onprogress?.({ loaded: 10 })
    vi.advanceTimersByTime(44_999)
    expect(request.isAborted).toBe(false)
    vi.advanceTimersByTime(1)

    expect(await failure).toMatchObject({ kind: 'network', message: 'HTTP Error occurred' })
    expect(request.isAborted).toBe(true)
  })

  it('is aborted at once when a phone wakes after a longer sleep', async () => {
    const { request, done, wake } = startPut()
    const failure = done.catch((error: unknown) => error)
    vi.setSystemTime(Date.now() + 20_000)
    wake()
    expect(request.isAborted).toBe(false)

    vi.setSystemTime(Date.now() + 60_000)
    wake()

    expect(await failure).toMatchObject({ kind: 'network' })
  })

  it('waits much longer for the answer once all bytes are sent', async () => {
    const { request, done } = startPut()

    request.upload.onprogress?.({ loaded: 100 })
    vi.advanceTimersByTime(299_000)
    request.answer(200)

    await expect(done).resolves.toBeUndefined()
  })
})
