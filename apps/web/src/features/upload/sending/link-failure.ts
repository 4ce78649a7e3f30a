import type { TooBig } from '@doslovno/contract/endpoint.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'

import { ApiError } from '#lib/http/api-error.ts'

import { ProcessFailure } from './follow.ts'

export type LinkCode = 'invalidLink' | 'linkUnsupported' | 'urlAccessDenied' | 'errorOccurred'
export type LinkFailure = { code: LinkCode } | { code: 'fileTooBig'; file: TooBigFile; maxSize: number }
type TooBigFile = { name: string; size: number; type: 'video' }

const ADDRESS = /^https?:\/\//i

/** Validates a non-empty link on every change. */
export function linkFlaw(url: string): LinkCode | undefined {
  return url.trim() === '' || ADDRESS.test(url.trim()) ? undefined : 'invalidLink'
}

/** Maps the service's error to the problem of a link. */
export function linkFailure(error: unknown): LinkFailure {
  if (!(error instanceof ApiError || error instanceof ProcessFailure)) return { code: 'errorOccurred' }
  return error.tooBig ? tooBig(error.tooBig) : { code: linkCodeOf(error.code) }
}

function linkCodeOf(code: ErrorCode | undefined): LinkCode {
  if (code === 'linkUnsupported' || code === 'unsupportedFormat') return 'linkUnsupported'
  return code === 'linkAccessDenied' ? 'urlAccessDenied' : 'errorOccurred'
}

function tooBig({ fileName, size, fileSize }: TooBig): LinkFailure {
  return { code: 'fileTooBig', file: { name: fileName, size, type: 'video' }, maxSize: fileSize }
}
