import { errors } from '@doslovno/domain/errors.ts'

import { ApiError, wireTextOf } from '#lib/http/api-error.ts'
import { UploadError } from '#lib/http/put-bytes.ts'

import { UnreadableFile } from './file-parts.ts'
import { OtherFile } from './send-file.ts'
import type { StepEvent } from './step.ts'

const EXCEEDED = 'You cannot uploading more'

/** The service says by this prefix that no upload is left, whatever follows it. */
export function isUploadsExceeded(wireText: string | undefined): boolean {
  return wireText?.startsWith(EXCEEDED) ?? false
}

/** What the failure of a file on its way means for its step; nothing where it was called off. */
export function stepAfter(error: unknown, file: { size: number; limitBytes: number }): StepEvent | undefined {
  if (error instanceof UploadError && error.kind === 'aborted') return undefined
  if (error instanceof UnreadableFile) return { type: 'failed', flaw: 'unreadable' }
  if (error instanceof OtherFile) return { type: 'failed', flaw: 'otherFile' }
  return error instanceof ApiError ? afterAnswer(error, file) : { type: 'failed', flaw: 'upload' }
}

function afterAnswer(error: ApiError, file: { size: number; limitBytes: number }): StepEvent {
  const wireText = wireTextOf(error)
  if (error.status === errors.fileTooBig.status) {
    const { size, fileSize } = error.tooBig ?? { size: file.size, fileSize: file.limitBytes }
    return { type: 'tooBig', fileBytes: size, limitBytes: fileSize }
  }
  if (isUploadsExceeded(wireText)) return { type: 'uploadsExceeded' }
  if (wireText === errors.tooManyUploads.message) return { type: 'failed', flaw: 'tooMany' }
  return { type: 'failed', flaw: error.status === errors.mediaBroken.status ? 'media' : 'upload', wireText }
}
