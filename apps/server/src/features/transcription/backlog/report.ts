import { setTimeout } from 'node:timers/promises'

import type { Context } from '#context.ts'
import { waitingWork } from '#features/transcription/dispatch/repo.ts'
import { task } from '#features/transcription/jobs.ts'
import { tryReportLock } from '#features/transcription/process-repo.ts'
import type { Tx } from '#platform/db.ts'
import type { Job } from '#platform/jobs.ts'
import { queueAudioSeconds, queueDepth, queueOldestSeconds } from '#platform/telemetry.ts'

const REPORT_MS = 15_000

export type Reports = { stop(): Promise<void> }

/**
 * Reports how much work waits, and for how long. Every worker tries; the one with the turn keeps it for an interval and
 * mostly takes it again, the others have no figures that could grow old.
 */
export function startBacklogReports(ctx: Context, jobs: readonly Job[], everyMs = REPORT_MS): Reports {
  const stopping = new AbortController()
  const pause = () => setTimeout(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const hadTurn = await reportOnce(ctx, jobs, pause).catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'the backlog was not reported')
        return false
      })
      if (hadTurn) continue
      forgetFigures()
      await pause()
    }
    forgetFigures()
  }
  const running = loop()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Returns false if another worker has the turn. */
function reportOnce(ctx: Context, jobs: readonly Job[], keepTurn: () => Promise<void>): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await tryReportLock(tx))) return false
    await report(ctx, tx, jobs)
    await keepTurn()
    return true
  })
}

async function report(ctx: Context, tx: Tx, jobs: readonly Job[]): Promise<void> {
  const found = new Map((await ctx.jobs.backlog(tx, jobs)).map((backlog) => [backlog.job, backlog]))
  const work = await waitingWork(tx)
  for (const { name } of jobs) {
    const { depth, oldestSeconds } = found.get(name) ?? { depth: 0, oldestSeconds: 0 }
    const isTask = name === task.name
    queueDepth.set({ job: name }, isTask ? depth + work.tasks : depth)
    queueOldestSeconds.set({ job: name }, isTask ? Math.max(oldestSeconds, work.oldestSeconds) : oldestSeconds)
  }
  queueAudioSeconds.set({ class: 'paid' }, work.paidSeconds)
  queueAudioSeconds.set({ class: 'free' }, work.freeSeconds)
}

function forgetFigures(): void {
  for (const gauge of [queueDepth, queueOldestSeconds, queueAudioSeconds]) gauge.reset()
}
