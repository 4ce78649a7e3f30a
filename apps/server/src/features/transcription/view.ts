import type { ProcessState } from '@doslovno/contract/scripts.ts'
import { wireText } from '@doslovno/domain/errors.ts'
import { costOfBegun, etaSeconds, progressOf, type WorkLeft } from '@doslovno/domain/script/progress.ts'

import type { UnderWay } from './task-repo.ts'

/** `open`: what is left to do, in its order. */
export function processView(underWay: UnderWay, now: Date): ProcessState {
  const { process } = underWay
  const { status, stage, scriptId } = process
  const isPrepared = stage !== 'prepare'
  const work = workLeft(underWay, now)
  const costBegun = costOfBegun(work.begun)
  return {
    status,
    stage,
    scriptId,
    progress: status === 'complete' ? 100 : progressOf({ ...process, isPrepared, costBegun }),
    etaSeconds: status === 'processing' && isPrepared ? (etaSeconds(work) ?? null) : null,
    ...(process.errorCode === null ? {} : { error: wireText(process.errorCode) }),
  }
}

function workLeft({ process, open, isFirst }: UnderWay, now: Date): WorkLeft {
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
