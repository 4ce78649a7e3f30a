import { ApiError } from '#lib/http/api-error.ts'
import { StorageRefusal, UploadError } from '#lib/http/put-bytes.ts'

import type { Line } from './line.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** More than a day of the longest pauses; by then the service has given the work up as well. */
const MOST_TRIES = 3000
/** An answer that makes no sense is asked for again only so often. */
const MOST_ODD_ANSWERS = 5
const PASSING = [408, 429, 502, 503, 504]

/** Why it is being waited: there is no line, or the other side does not answer as it should. */
export type Cause = 'line' | 'server'
type Persistence = { line: Line; signal: AbortSignal; onLost: (cause: Cause) => void }

/** Does the work, again and again for as long as only the line or a passing weakness of the server is to blame. */
export async function persist<T>(
  work: (attempt: number) => Promise<T>,
  { line, signal, onLost }: Persistence,
): Promise<T> {
  let odd = 0
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (signal.aborted) throw new UploadError('aborted')
      const kind = kindOf(error)
      if (kind === 'odd') odd += 1
      if (kind === 'final' || odd >= MOST_ODD_ANSWERS) throw error
      onLost(kind === 'line' ? 'line' : 'server')
    }
    await line.wait(line.isOnline() ? pauseMs(attempt) : LONGEST_PAUSE_MS, signal)
    if (signal.aborted) throw new UploadError('aborted')
  }
  throw new UploadError('network')
}

/** Twice as long each time, up to half a minute. */
export function pauseMs(attempt: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 10), LONGEST_PAUSE_MS)
}

/** `odd`: an expired address, a broken request; a new address may mend it, a hundred will not. */
function kindOf(error: unknown): 'line' | 'passing' | 'odd' | 'final' {
  if (error instanceof UploadError) return error.kind === 'network' ? 'line' : 'final'
  if (error instanceof StorageRefusal) return ofStatus(error.status, error.status === 404 ? 'final' : 'odd')
  if (error instanceof ApiError && error.status === 0) return 'line'
  return error instanceof ApiError ? ofStatus(error.status, error.status >= 500 ? 'odd' : 'final') : 'final'
}

function ofStatus<K>(status: number, otherwise: K): K | 'passing' {
  return PASSING.includes(status) ? 'passing' : otherwise
}
