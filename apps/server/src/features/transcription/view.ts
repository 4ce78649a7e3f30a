import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'
import { etaSeconds, progressOf } from '@doslovno/domain/script/progress.ts'

import type { ProcessRow } from '#platform/tables.ts'

export function processView(process: ProcessRow, now: Date): ProcessState {
  const { status, stage, scriptId } = process
  const work = { ...process, isPrepared: stage !== 'prepare' }
  const elapsedSeconds = (now.getTime() - (process.recogniseStartedAt ?? now).getTime()) / 1000
  return {
    status,
    stage,
    scriptId,
    progress: status === 'complete' ? 100 : progressOf(work),
    etaSeconds: status === 'processing' ? (etaSeconds(work, elapsedSeconds) ?? null) : null,
    ...(process.errorCode === null ? {} : { error: errorText(process.errorCode) }),
  }
}

/** A code that this version does not know was written by another one. */
function errorText(code: string): string {
  return code in errors ? errors[code as ErrorCode].message : errors.processingFailed.message
}
