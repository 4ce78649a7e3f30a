import { errorCodes, errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'
import { StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'
import { refused } from '#test/refusal.ts'

import { UnreadableFile } from './file-parts.ts'
import { stepAfter } from './run.ts'
import { OtherFile } from './send-file.ts'

const file = { size: 842, limitBytes: 300 }

describe('a failed upload', () => {
  it('is none when cancelled [UP-10]', () => {
    expect(stepAfter(new UploadError('aborted'), file)).toBeUndefined()
  })

  it('means that no upload is left for «You cannot uploading more…» [UP-12]', () => {
    expect(errors.uploadsExceeded.message).toMatch(/^You cannot uploading more/)
    expect(stepAfter(refused('uploadsExceeded'), file)).toEqual({ type: 'uploadsExceeded' })
  })

  it.each(errorCodes.filter((code) => code !== 'uploadsExceeded'))('does not mean so for %s [UP-12]', (code) => {
    expect(stepAfter(refused(code), file)).not.toEqual({ type: 'uploadsExceeded' })
  })

  it('has both sizes if the file is too big, those of the service if given [UP-4]', () => {
    const error = { size: 842, fileName: 'a.mp4', fileSize: 250 }
    const answer = new ApiError(413, { error, code: 'fileTooBig', message: 'x' })

    expect(stepAfter(answer, file)).toEqual({ type: 'tooBig', fileBytes: 842, limitBytes: 250 })
    expect(stepAfter(new ApiError(413, null), file)).toEqual({ type: 'tooBig', fileBytes: 842, limitBytes: 300 })
  })

  it.each(['unsupportedFormat', 'mediaBroken', 'noAudioStream', 'recordingTooLong'] as const)(
    'for the content of the file keeps the reason: %s',
    (code) => {
      expect(stepAfter(refused(code), file)).toEqual({ type: 'failed', flaw: 'media', code })
    },
  )

  it.each([
    [refused('tooManyUploads'), 'tooMany'],
    [refused('uploadIncomplete'), 'upload'],
    [new UnreadableFile(), 'unreadable'],
    [new OtherFile(), 'otherFile'],
    [new ApiError(500, null), 'upload'],
    [new StorageRefusal(404, ''), 'upload'],
    [new UploadError('network'), 'upload'],
    [new TypeError('x'), 'upload'],
  ])('is classified: %s', (error, flaw) => {
    expect(stepAfter(error, file)).toMatchObject({ type: 'failed', flaw })
  })
})
