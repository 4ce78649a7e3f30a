import type { Script, ScriptState, ScriptSummary } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { SummaryStatus } from '@doslovno/domain/summary/types.ts'

const BUSY_MS = 3000
const QUIET_MS = 10_000
const STATUS_MS = 1000
/** While changes are told as they happen, a poll only makes sure. */
const LIVE_MS = 60_000

/** The list is polled more often while a file is being processed, and rarely while changes are told. */
export function listInterval(scripts: readonly Pick<ScriptSummary, 'progress'>[], isLive = false): number {
  if (isMoving(scripts)) return BUSY_MS
  return isLive ? LIVE_MS : QUIET_MS
}

/** Search results are polled only while a file is being processed: searching is expensive. */
export function searchInterval(found: readonly Pick<ScriptSummary, 'progress'>[]): number | false {
  return isMoving(found) && BUSY_MS
}

type Polled = Pick<ScriptSummary, 'status' | 'isInspected'> & Pick<Script, 'unheard'>

/**
 * A file is polled until it is complete, every second during its inspection; then only while a span of it is heard
 * again, since its text is large.
 */
export function scriptInterval(script: Polled | undefined): number | false {
  if (script && isCompleted(script.status))
    return (script.unheard ?? []).some(({ again }) => again === 'asked') && BUSY_MS
  if (!script) return false
  if (script.status === 'uploaded' && !script.isInspected) return STATUS_MS
  return script.status === 'process' ? BUSY_MS : QUIET_MS
}

export function statusPause(status: ScriptState['status'] | undefined): number | false {
  return status === undefined || status === 'processing' ? STATUS_MS : false
}

/** A summary is polled every second while it is made; a failed one may be revived by the server. */
export function summaryInterval(status: SummaryStatus | undefined): number | false {
  if (status === 'process') return STATUS_MS
  return status === 'error' && QUIET_MS
}

/** Chapters and tasks follow the text: polled until they belong to it. */
export function digestInterval(digest: { isReady: boolean } | undefined): number | false {
  return digest?.isReady === false && QUIET_MS
}

function isMoving(scripts: readonly Pick<ScriptSummary, 'progress'>[]): boolean {
  return scripts.some(({ progress }) => typeof progress === 'number')
}
