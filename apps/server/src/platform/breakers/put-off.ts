import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Job, Jobs } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import type { Machine } from '#platform/process/machine.ts'
import { isTransient, WrongLength } from '#platform/transient.ts'

type Parts = { storage: { isUp(): Promise<boolean> }; machine: Machine }
type Context = Parts & { db: Db; jobs: Jobs; log: Log }
type Work = { job: Job; payload: object; run: () => Promise<void> }

/** Runs a job over a file. While storage or this machine fails, the job is put off and costs no attempt. */
export async function runOrPutOff(ctx: Context, { job, payload, run }: Work): Promise<void> {
  const outage = (await ctx.storage.isUp()) ? await outageOf(run, ctx) : 'storage'
  if (!outage) return
  await ctx.db.transaction().execute((tx) => ctx.jobs.putOff(tx, job, payload))
  ctx.log.warn({ job: job.name, payload, outage }, 'job put off')
}

async function outageOf(run: () => Promise<void>, parts: Parts): Promise<Outage | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    const outage = error instanceof AppError ? undefined : await outageBehind(error, parts)
    if (!outage) throw error
    return outage
  }
}

export type Outage = 'storage' | 'machine'

/** Finds an outage that explains an error, so that neither the file nor its attempts pay for it. */
export async function outageBehind(error: unknown, { storage, machine }: Parts): Promise<Outage | undefined> {
  if (error instanceof WrongLength || (isTransient(error) && !(await storage.isUp()))) return 'storage'
  return (await machine.isAtFault(error)) ? 'machine' : undefined
}
