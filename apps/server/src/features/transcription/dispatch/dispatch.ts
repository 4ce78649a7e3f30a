import { randomUUID } from 'node:crypto'

import { chooseWork } from '@doslovno/domain/process/fair-share.ts'

import type { Context } from '#context.ts'
import { finish, task } from '#features/transcription/jobs.ts'
import { createStorageBreaker, type StorageBreaker } from '#platform/breakers/storage-breaker.ts'
import { continueTrace } from '#platform/tracing/spans.ts'

import {
  finishableProcesses,
  freeSlots,
  heartbeat,
  queuedTasks,
  queueTasks,
  readPasses,
  removeWorker,
  requeueTasks,
  savePasses,
  tryDispatchLock,
  waitingProcesses,
} from './repo.ts'

const DISPATCH_MS = 400
const HEARTBEAT_MS = 5000
const REPAIR_MS = 60_000

/** Enqueues ready tasks, fairly between users and only slightly more than the workers can take. */
export async function dispatch({ db, jobs }: Context): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await tryDispatchLock(tx))) return 0
    const slots = await freeSlots(tx)
    if (slots <= 0) return 0
    const waiting = await waitingProcesses(tx, slots)
    if (waiting.length === 0) return 0
    const { choices, passes } = chooseWork(waiting, await readPasses(tx), slots)
    await savePasses(tx, passes)
    let dispatched = 0
    for (const { processId, count } of choices) {
      const { tasks, traceContext } = await queueTasks(tx, processId, count)
      await continueTrace(traceContext, () => jobs.enqueue(tx, task, tasks))
      dispatched += tasks.length
    }
    return dispatched
  })
}

/** Restarts work that the job engine has lost: tasks and finishes without a job. */
export async function repair({ db, jobs, log }: Context): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await tryDispatchLock(tx))) return
    const lost = await jobs.withoutJob(tx, task, await queuedTasks(tx))
    await requeueTasks(tx, lost)
    const unfinished = await jobs.withoutJob(tx, finish, await finishableProcesses(tx))
    await jobs.enqueue(tx, finish, unfinished)
    if (lost.length + unfinished.length > 0)
      log.error({ tasks: lost.length, processes: unfinished.length }, 'restarted work without a job')
  })
}

/** Every task reads or writes storage: without it, tasks stay where they are. */
async function dispatchIf(breaker: StorageBreaker, ctx: Context): Promise<void> {
  if (await breaker.isClosed()) await dispatch(ctx)
}

export type Dispatcher = { stop(): Promise<void> }

/** Every speech worker registers its slots and takes turns at dispatching; any one of them is enough. */
export async function startDispatcher(ctx: Context, slots: number): Promise<Dispatcher> {
  const id = randomUUID()
  const warn = (error: unknown) => ctx.log.warn({ err: error }, 'dispatcher failed')
  const breaker = createStorageBreaker(ctx.storage, ctx.log)
  await heartbeat(ctx.db, id, slots)
  let turn: Promise<void> | undefined
  const dispatches = setInterval(() => {
    // A slow turn is followed by one, not by all that it kept waiting.
    turn ??= dispatchIf(breaker, ctx)
      .catch(warn)
      .finally(() => {
        turn = undefined
      })
  }, DISPATCH_MS)
  const heartbeats = setInterval(() => void heartbeat(ctx.db, id, slots).catch(warn), HEARTBEAT_MS)
  const repairs = setInterval(() => void repair(ctx).catch(warn), REPAIR_MS)
  return {
    stop: async () => {
      clearInterval(dispatches)
      clearInterval(repairs)
      clearInterval(heartbeats)
      await turn
      await removeWorker(ctx.db, id).catch(warn)
    },
  }
}
