import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { isCompleted, type ProcessStatus } from '@doslovno/domain/script/status.ts'

const BUSY_MS = 3000
const QUIET_MS = 10_000
const STATUS_MS = 1000

/** The list is asked more often while something in it moves. */
export function listPause(scripts: readonly Pick<ScriptSummary, 'progress'>[]): number {
  return isMoving(scripts) ? BUSY_MS : QUIET_MS
}

/** What was found is asked again only while something in it moves: searching is dear. */
export function searchPause(found: readonly Pick<ScriptSummary, 'progress'>[]): number | false {
  return isMoving(found) && BUSY_MS
}

/** A file is asked until it is complete, each second while it is being looked into; then its large text is left alone. */
export function scriptPause(script: Pick<ScriptSummary, 'status' | 'isInspected'> | undefined): number | false {
  if (!script || isCompleted(script.status)) return false
  if (script.status === 'uploaded' && !script.isInspected) return STATUS_MS
  return script.status === 'process' ? BUSY_MS : QUIET_MS
}

export function statusPause(status: ProcessStatus | undefined): number | false {
  return status === undefined || status === 'processing' ? STATUS_MS : false
}

function isMoving(scripts: readonly Pick<ScriptSummary, 'progress'>[]): boolean {
  return scripts.some(({ progress }) => typeof progress === 'number')
}
