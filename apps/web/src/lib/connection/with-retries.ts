import { ApiError } from '#lib/http/api-error.ts'
import { StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'

import type { Connection } from './connection.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** More than a day of the longest pauses; by then the service has discarded the work. */
const MAX_ATTEMPTS = 3000
/** An odd answer is retried only so often. */
const MAX_ODD_ANSWERS = 5
const TRANSIENT = [408, 429, 502, 503, 504]

/** Why it waits: no connection, or a server that does not answer properly. */
export type Cause = 'connection' | 'server'
type RetryOptions = { connection: Connection; signal: AbortSignal; onLost: (cause: Cause) => void }

/** Retries work while the connection or a passing server error is to blame. */
export async function withRetries<T>(
  work: (attempt: number) => Promise<T>,
  { connection, signal, onLost }: RetryOptions,
): Promise<T> {
  let odd = 0
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (signal.aborted) throw new UploadError('aborted')
      const kind = kindOf(error)
      if (kind === 'odd') odd += 1
      if (kind === 'final' || odd >= MAX_ODD_ANSWERS) throw error
      onLost(kind === 'connection' ? 'connection' : 'server')
    }
    await connection.wait(connection.isOnline() ? backoffMs(attempt) : LONGEST_PAUSE_MS, signal)
    if (signal.aborted) throw new UploadError('aborted')
  }
  throw new UploadError('network')
}

/** Exponential backoff, up to half a minute. */
export function backoffMs(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS)
}

/** `odd`: an expired address or a broken request; a new address may help, a hundred will not. */
function kindOf(error: unknown): 'connection' | 'transient' | 'odd' | 'final' {
  if (error instanceof UploadError) return error.kind === 'network' ? 'connection' : 'final'
  if (error instanceof StorageRefusal) return ofStatus(error.status, error.status === 404 ? 'final' : 'odd')
  if (error instanceof ApiError && error.status === 0) return 'connection'
  return error instanceof ApiError ? ofStatus(error.status, error.status >= 500 ? 'odd' : 'final') : 'final'
}

function ofStatus<K>(status: number, otherwise: K): K | 'transient' {
  return TRANSIENT.includes(status) ? 'transient' : otherwise
}
