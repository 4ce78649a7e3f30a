import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Job, Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { storageDown } from '#platform/telemetry.ts'
import { isTransient } from '#platform/transient.ts'

type Storage = { isUp(): Promise<boolean> }

const CHECK_MS = 2000

/** `isClosed`: storage answers, so work that needs it may start. */
export type StorageBreaker = { isClosed(): Promise<boolean> }

/** Checks storage at most every two seconds; logs only when it opens and when it closes. */
export function createStorageBreaker(storage: Storage, log: Log): StorageBreaker {
  let [isClosed, checkedAt] = [true, 0]
  return {
    isClosed: async () => {
      if (Date.now() - checkedAt < CHECK_MS) return isClosed
      const isUp = await storage.isUp()
      if (isClosed && !isUp) log.error('storage does not answer, no more tasks are handed out')
      if (!isClosed && isUp) log.info('storage answers again, tasks are handed out')
      storageDown.set(isUp ? 0 : 1)
      ;[isClosed, checkedAt] = [isUp, Date.now()]
      return isClosed
    },
  }
}

type Context = { db: Db; jobs: Jobs; storage: Storage; log: Log }
type StorageWork = { job: Job; payload: object; run: () => Promise<void> }

/** Runs a job that needs storage. While storage does not answer, the job is put off and costs no attempt. */
export async function runWithStorage(ctx: Context, { job, payload, run }: StorageWork): Promise<void> {
  if (await ctx.storage.isUp()) {
    try {
      return await run()
    } catch (error) {
      if (error instanceof AppError || !isTransient(error) || (await ctx.storage.isUp())) throw error
    }
  }
  await ctx.db.transaction().execute((tx) => ctx.jobs.putOff(tx, job, payload))
  ctx.log.warn({ job: job.name, payload }, 'storage does not answer, job put off')
}
