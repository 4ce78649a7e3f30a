import type { WorkerContext } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'
import { isTransient } from '#platform/transient.ts'

import { diariseWindow, giveUpWindow } from './diarise.ts'
import { giveUpProcess } from './give-up.ts'
import { prepareProcess } from './prepare.ts'
import { findProcess, isRunning } from './process-repo.ts'
import { giveUpChunk, recogniseChunk } from './recognise.ts'
import { beginTask, countFailure, type TaskKey } from './task-repo.ts'

/** How often the work itself may fail. */
const MOST_FAILURES = 3
/** How often a try may be lost with its worker, or to servers that do not answer: a file that kills workers must end. */
const MOST_LOST = 10
const WATCH_MS = 2000

type Work = (ctx: WorkerContext, process: ProcessRow, task: TaskRow, signal: AbortSignal) => Promise<void>

const work: Record<TaskKey['kind'], Work> = {
  prepare: prepareProcess,
  recognise: recogniseChunk,
  diarise: diariseWindow,
}

/** Does one piece of work, if it is still wanted. What is done stays done, whoever asks again. */
export async function runTask(ctx: WorkerContext, key: TaskKey, signal: AbortSignal): Promise<void> {
  const task = await beginTask(ctx.db, key, ctx.now())
  const process = task && (await findProcess(ctx.db, key.processId))
  if (!process) return
  const watch = watchCancel(ctx, key.processId)
  try {
    if (task.attempts - 1 - task.failures > MOST_LOST) throw new AppError('processingFailed')
    await work[task.kind](ctx, process, task, AbortSignal.any([signal, watch.signal]))
  } catch (error) {
    if (watch.signal.aborted) return
    if (error instanceof AppError || signal.aborted || isTransient(error)) throw error
    if ((await countFailure(ctx.db, key)) >= MOST_FAILURES) throw new AppError('processingFailed', { cause: error })
    throw error
  } finally {
    watch.stop()
  }
}

type GiveUp = (ctx: WorkerContext, key: TaskKey, failure: AppError) => Promise<void>

const giveUp: Record<TaskKey['kind'], GiveUp> = {
  prepare: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
  recognise: giveUpChunk,
  diarise: giveUpWindow,
}

/** A file without its speakers, or with a hole, is still a text. */
export function giveUpTask(ctx: WorkerContext, key: TaskKey, failure: AppError): Promise<void> {
  return giveUp[key.kind](ctx, key, failure)
}

/** Aborts when the process does not run any more: its owner called it off, or another piece of it failed for good. */
function watchCancel(ctx: WorkerContext, processId: string) {
  const cancel = new AbortController()
  const look = async () => {
    if (!(await isRunning(ctx.db, processId))) cancel.abort()
  }
  // A look that fails is followed by another one.
  const timer = setInterval(() => void look().catch(() => undefined), WATCH_MS)
  return { signal: cancel.signal, stop: () => clearInterval(timer) }
}
