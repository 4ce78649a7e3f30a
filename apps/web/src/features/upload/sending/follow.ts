import type { TooBig } from '@doslovno/contract/endpoint.ts'
import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'

import type { Connection } from '#lib/connection/connection.ts'
import { withRetries } from '#lib/connection/with-retries.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { UploadError } from '#lib/http/put-bytes.ts'

const EVERY_MS = 1000
/** A day of polling every second. */
const MAX_POLLS = 86_400

/** A failed process, with the service's reason. */
export class ProcessFailure extends Error {
  readonly code: ErrorCode | undefined
  /** Both sizes of a file that is too big, and its name. */
  readonly tooBig: TooBig | undefined

  constructor({ error, errorCode }: Pick<ProcessState, 'error' | 'errorCode'>) {
    super('The process has failed')
    this.name = 'ProcessFailure'
    this.code = errorCode
    this.tooBig = typeof error === 'object' ? error : undefined
  }
}

type Following = { connection: Connection; signal: AbortSignal }

/** Polls every second: `processing` reports progress, `complete` resolves, `error` rejects. */
export function followProcess(
  ask: () => Promise<ProcessState>,
  { onProgress, ...following }: Following & { onProgress: (state: ProcessState) => void },
): Promise<ProcessState> {
  return follow(ask, following, (state) => {
    if (state.status === 'error') throw new ProcessFailure(state)
    if (state.status === 'processing') onProgress(state)
    return state.status === 'complete'
  })
}

/** Polls every second until the file is inspected or found broken. */
export function followInspection(ask: () => Promise<Script>, following: Following): Promise<Script> {
  return follow(ask, following, ({ isInspected, status }) => isInspected || status === 'error')
}

async function follow<T>(ask: () => Promise<T>, { connection, signal }: Following, isDone: (state: T) => boolean) {
  for (let question = 0; question < MAX_POLLS; question += 1) {
    const state = await withRetries(ask, { connection, signal, onLost: () => undefined })
    if (isDone(state)) return state
    await connection.wait(EVERY_MS, signal)
    if (signal.aborted) throw new UploadError('aborted')
  }
  throw new UploadError('network')
}

type LinkCode = 'invalidLink' | 'linkUnsupported' | 'urlAccessDenied' | 'errorOccurred'
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
