import { join } from 'node:path'

import { AppError } from '#platform/errors.ts'

import { Blocked } from './address-rules.ts'

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

/** Bytes fetched so far; the title as soon as it is known. */
export type DownloadProgress = { title?: string; bytes: number; totalBytes: number | null }

/** Where to save a download, and when to stop it. */
export type DownloadRequest = {
  folder: string
  limitBytes: number
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/** A fetched file: its path, a name for people, and the content type its bytes show. */
export type Downloaded = { path: string; fileName: string; contentType: string; sizeBytes: number }

export const downloadPath = (folder: string) => join(folder, 'download')
