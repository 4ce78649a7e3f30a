import type { TooBig } from '@doslovno/contract/error-body.ts'

import { ApiError } from '#lib/http/api-error.ts'

import { ProcessFailure } from './follow.ts'

export type LinkCode = 'invalidLink' | 'linkUnsupported' | 'urlAccessDenied' | 'errorOccurred'
export type LinkFailure = { code: LinkCode } | { code: 'fileTooBig'; file: TooBigFile; maxSize: number }
type TooBigFile = { name: string; size: number; type: 'video' }

const ADDRESS = /^https?:\/\//i

/** Checked on every change of a link that is not empty. */
export function linkFlaw(url: string): LinkCode | undefined {
  return url.trim() === '' || ADDRESS.test(url.trim()) ? undefined : 'invalidLink'
}

/** What went wrong with a link, by what the service said of it. */
export function linkFailure(error: unknown): LinkFailure {
  const reason = reasonOf(error)
  if (typeof reason === 'object') return tooBig(reason)
  return { code: codeOf(reason?.toLowerCase() ?? '') }
}

function reasonOf(error: unknown): string | TooBig | undefined {
  if (error instanceof ProcessFailure) return error.reason
  return error instanceof ApiError ? (error.tooBig ?? error.wireText) : undefined
}

function codeOf(reason: string): LinkCode {
  if (reason.includes('unsupported')) return 'linkUnsupported'
  return reason.includes('permission') || reason.includes('access') ? 'urlAccessDenied' : 'errorOccurred'
}

function tooBig({ fileName, size, fileSize }: TooBig): LinkFailure {
  return { code: 'fileTooBig', file: { name: fileName, size, type: 'video' }, maxSize: fileSize }
}
