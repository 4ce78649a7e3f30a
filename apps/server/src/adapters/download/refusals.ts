import { AppError } from '#platform/errors.ts'

import { Blocked } from './blocked.ts'
import type { Wish } from './wish.ts'

/** No such name, no valid certificate, no HTTP: the same will happen next time. */
const FINAL_CODES = /^(ENOTFOUND|EPROTO|HPE_|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/

/** A file over the limit; its size is told as far as it is known. */
export function tooBig(fileName: string, knownBytes: number, { limitBytes }: Wish): AppError {
  const size = Math.max(knownBytes, limitBytes + 1)
  return new AppError('fileTooBig', { tooBig: { size, fileName, fileSize: limitBytes } })
}

/**
 * What a failed download is for the job: an `AppError` is final, anything else may be tried again. A name that leads
 * into our own network is told from one that does not exist by nothing.
 */
export function toFailure(error: unknown): Error {
  if (error instanceof AppError) return error
  const isFinal = error instanceof Blocked || FINAL_CODES.test(codeOf(error))
  return isFinal ? new AppError('linkFailed', { cause: error }) : new Error('The link did not answer', { cause: error })
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
