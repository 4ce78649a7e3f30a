import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'

import { ApiError } from '#lib/http/api-error.ts'
import { UploadError } from '#lib/http/put-bytes.ts'

import { UnreadableFile } from './file-parts.ts'
import { OtherFile } from './send-file.ts'
import type { StepEvent } from './step.ts'

const MEDIA_FLAWS: readonly (ErrorCode | undefined)[] = [
  'unsupportedFormat',
  'noAudioStream',
  'mediaBroken',
  'recordingTooLong',
]

/** Maps the failure of a file to an event; undefined if it was cancelled. */
export function stepAfter(error: unknown, file: { size: number; limitBytes: number }): StepEvent | undefined {
  if (error instanceof UploadError && error.kind === 'aborted') return undefined
  if (error instanceof UnreadableFile) return { type: 'failed', flaw: 'unreadable' }
  if (error instanceof OtherFile) return { type: 'failed', flaw: 'otherFile' }
  return error instanceof ApiError ? afterAnswer(error, file) : { type: 'failed', flaw: 'upload' }
}

function afterAnswer(error: ApiError, file: { size: number; limitBytes: number }): StepEvent {
  const { code, status, tooBig } = error
  // A proxy with a smaller limit answers 413 without a code.
  if (status === errors.fileTooBig.status) {
    const { size, fileSize } = tooBig ?? { size: file.size, fileSize: file.limitBytes }
    return { type: 'tooBig', fileBytes: size, limitBytes: fileSize }
  }
  if (code === 'uploadsExceeded') return { type: 'uploadsExceeded' }
  if (code === 'tooManyUploads') return { type: 'failed', flaw: 'tooMany' }
  return { type: 'failed', flaw: MEDIA_FLAWS.includes(code) ? 'media' : 'upload', code }
}
