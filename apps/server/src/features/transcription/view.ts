import type { ProcessState, ScriptState } from '@doslovno/contract/scripts.ts'
import { errorCode, wireText } from '@doslovno/domain/errors.ts'
import { costOfBegun, etaSeconds, progressOf, type WorkLeft } from '@doslovno/domain/process/progress.ts'

import type { ScriptRow } from '#platform/tables.ts'

import type { RunningProcess } from './tasks/repo.ts'

export function processView(running: RunningProcess, now: Date): ProcessState {
  const { process } = running
  const { status, stage, scriptId } = process
  const isPrepared = stage !== 'prepare'
  const work = workLeft(running, now)
  const costBegun = costOfBegun(work.begun)
  return {
    status,
    stage,
    scriptId,
    progress: status === 'complete' ? 100 : progressOf({ ...process, isPrepared, costBegun }),
    etaSeconds: status === 'processing' && isPrepared ? (etaSeconds(work) ?? null) : null,
    ...(process.errorCode === null
      ? {}
      : { error: wireText(process.errorCode), errorCode: errorCode(process.errorCode) }),
  }
}

/** A script that was never processed. */
export function unstartedView({ id, status, failureCode }: ScriptRow): ScriptState {
  return {
    status,
    stage: 'prepare',
    scriptId: id,
    progress: 0,
    etaSeconds: null,
    ...(failureCode === null ? {} : { error: wireText(failureCode), errorCode: errorCode(failureCode) }),
  }
}

function workLeft({ process, open, isFirst }: RunningProcess, now: Date): WorkLeft {
  const { costDone, busySeconds, recogniseStartedAt } = process
  const secondsSince = (moment: Date | null) => (now.getTime() - (moment ?? now).getTime()) / 1000
  return {
    costDone,
    busySeconds,
    wallSeconds: secondsSince(recogniseStartedAt),
    begun: open.filter(({ begunAt }) => begunAt).map(({ cost, begunAt }) => ({ cost, seconds: secondsSince(begunAt) })),
    waiting: open.filter(({ begunAt }) => !begunAt).map(({ cost }) => cost),
    isFirst,
  }
}
