import { describe, expect, it, vi } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { UploadError, type UploadOptions } from '#lib/http/upload-file.ts'

import { createUploader } from './uploader.ts'

const LIMIT = 1000
const file = new File(['x'.repeat(100)], 'запись.mp3')

/** An uploader whose network is played by the test. */
function setUp() {
  const uploads: { options: UploadOptions; done: PromiseWithResolvers<{ script: { id: string } }> }[] = []
  const starts: { id: string; done: PromiseWithResolvers<void> }[] = []
  const uploader = createUploader({
    upload: (_, options) => {
      const done = Promise.withResolvers<{ script: { id: string } }>()
      options.signal.addEventListener('abort', () => done.reject(new UploadError('aborted')))
      uploads.push({ options, done })
      return done.promise
    },
    startProcessing: (id) => {
      const done = Promise.withResolvers<void>()
      starts.push({ id, done })
      return done.promise
    },
    now: () => 0,
  })
  const reaches = (name: string) => vi.waitFor(() => expect(uploader.getState().name).toBe(name))
  return { uploader, uploads, starts, reaches }
}

describe('the uploader', () => {
  it('uploads, starts the processing and ends there', async () => {
    const { uploader, uploads, starts, reaches } = setUp()

    uploader.choose(file, LIMIT)
    uploads[0]?.options.onProgress(40)
    expect(uploader.getState()).toMatchObject({ name: 'uploading', sentBytes: 40 })
    uploads[0]?.done.resolve({ script: { id: 's1' } })
    await reaches('starting')
    starts[0]?.done.resolve()

    await reaches('processing')
    expect(starts).toMatchObject([{ id: 's1' }])
  })

  it('sends nothing of a file over the limit', () => {
    const { uploader, uploads } = setUp()

    uploader.choose(file, 99)

    expect(uploader.getState().name).toBe('fileTooBig')
    expect(uploads).toEqual([])
  })

  it('cancels the request and goes back to the choice [UP-10]', () => {
    const { uploader, uploads } = setUp()
    uploader.choose(file, LIMIT)

    uploader.reset()

    expect(uploads[0]?.options.signal.aborted).toBe(true)
    expect(uploader.getState()).toEqual({ name: 'choosing' })
  })

  it('is not disturbed by the end of a cancelled upload', async () => {
    const { uploader, uploads, reaches } = setUp()
    uploader.choose(file, LIMIT)
    uploader.reset()
    uploader.choose(file, LIMIT)

    uploads[0]?.done.resolve({ script: { id: 'old' } })
    uploads[1]?.done.resolve({ script: { id: 'new' } })

    await reaches('starting')
    expect(uploader.getState()).toMatchObject({ scriptId: 'new' })
  })

  it.each([
    [new UploadError('network'), { name: 'failed', reason: 'network' }],
    [new ApiError(0, null), { name: 'failed', reason: 'network' }],
    [new ApiError(500, null), { name: 'failed', reason: 'server' }],
    [new ApiError(413, null), { name: 'fileTooBig', limitBytes: LIMIT }],
  ])('tells why an upload has failed: %s', async (error, expected) => {
    const { uploader, uploads, reaches } = setUp()
    uploader.choose(file, LIMIT)

    uploads[0]?.done.reject(error)

    await reaches(expected.name)
    expect(uploader.getState()).toMatchObject(expected)
  })

  it('tries a failed upload again, and a failed start without the upload', async () => {
    const { uploader, uploads, starts, reaches } = setUp()
    uploader.choose(file, LIMIT)
    uploads[0]?.done.reject(new UploadError('network'))
    await reaches('failed')

    uploader.retry()
    uploads[1]?.done.resolve({ script: { id: 's1' } })
    await reaches('starting')
    starts[0]?.done.reject(new ApiError(500, null))
    await reaches('failed')
    uploader.retry()
    starts[1]?.done.resolve()

    await reaches('processing')
    expect(uploads).toHaveLength(2)
  })
})
