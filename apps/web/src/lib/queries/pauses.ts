import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { ProcessStatus, ScriptStatus } from '@doslovno/domain/script/status.ts'

const BUSY_MS = 3000
const QUIET_MS = 10_000
const STATUS_MS = 1000

/** The list is asked more often while something in it moves. */
export function listPause(scripts: readonly Pick<ScriptSummary, 'progress'>[]): number {
  return scripts.some(({ progress }) => typeof progress === 'number') ? BUSY_MS : QUIET_MS
}

/** A file is asked until it is complete; then its large text is left alone. */
export function scriptPause(status: ScriptStatus | undefined): number | false {
  return status === 'process' ? BUSY_MS : false
}

export function statusPause(status: ProcessStatus | undefined): number | false {
  return status === undefined || status === 'processing' ? STATUS_MS : false
}
