import { AppError } from '#platform/errors.ts'

import { Blocked } from './blocked.ts'
import type { DownloadRequest } from './download-request.ts'

/** No such host, no valid certificate, no HTTP: a retry would fail the same way. */
const FINAL_CODES = /^(ENOTFOUND|EPROTO|HPE_|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** A file over the limit, with its size as far as it is known. */
export function tooBig(fileName: string, knownBytes: number, { limitBytes }: DownloadRequest): AppError {
  const size = Math.max(knownBytes, limitBytes + 1)
  return new AppError('fileTooBig', { tooBig: { size, fileName, fileSize: limitBytes } })
}

/**
 * Maps a failed download to what the job throws: an `AppError` is final, anything else is retried. A host inside our
 * own network is indistinguishable from a missing host.
 */
export function toFailure(error: unknown): Error {
  if (error instanceof AppError) return error
  const isFinal = error instanceof Blocked || FINAL_CODES.test(codeOf(error))
  return isFinal ? new AppError('linkFailed', { cause: error }) : new Error('The link did not answer', { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
