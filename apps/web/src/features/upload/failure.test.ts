import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'

import { isUploadsExceeded, stepAfter } from './failure.ts'
import { UnreadableFile } from './file-parts.ts'
import { OtherFile } from './send-file.ts'

const file = { size: 842, limitBytes: 300 }
const answer = (status: number, error: unknown) => new ApiError(status, { error, code: 'x', message: 'x' })

describe('a failed upload', () => {
  it('that was called off is no failure [UP-10]', () => {
    expect(stepAfter(new UploadError('aborted'), file)).toBeUndefined()
  })

  it.each([
    'You cannot uploading more files this month',
    'You cannot uploading more',
    'You cannot uploading more, sorry',
  ])('with «%s» has used up its uploads [UP-12]', (text) => {
    expect(isUploadsExceeded(text)).toBe(true)
    expect(stepAfter(answer(402, text), file)).toEqual({ type: 'uploadsExceeded' })
  })

  it('with another text has not [UP-12]', () => {
    expect(isUploadsExceeded('Sorry. You cannot uploading more')).toBe(false)
    expect(isUploadsExceeded(undefined)).toBe(false)
  })

  it('for its size tells both sizes, the service’s where it names them [UP-4]', () => {
    const tooBig = { size: 842, fileName: 'a.mp4', fileSize: 250 }

    expect(stepAfter(answer(413, tooBig), file)).toEqual({ type: 'tooBig', fileBytes: 842, limitBytes: 250 })
    expect(stepAfter(new ApiError(413, null), file)).toEqual({ type: 'tooBig', fileBytes: 842, limitBytes: 300 })
  })

  it.each(['Unsupported format video', 'MediaFile cannot proceesed'])(
    'for what is in the file keeps the reason: %s',
    (text) => {
      expect(stepAfter(answer(422, text), file)).toEqual({ type: 'failed', flaw: 'media', wireText: text })
    },
  )

  it.each([
    [answer(409, 'Too many unfinished uploads'), 'tooMany'],
    [new UnreadableFile(), 'unreadable'],
    [new OtherFile(), 'otherFile'],
    [new ApiError(500, null), 'upload'],
    [new StorageRefusal(404, ''), 'upload'],
    [new UploadError('network'), 'upload'],
    [new TypeError('x'), 'upload'],
  ])('is told by its kind: %s', (error, flaw) => {
    expect(stepAfter(error, file)).toMatchObject({ type: 'failed', flaw })
  })
})
