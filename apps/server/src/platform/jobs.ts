import { fromKysely, PgBoss } from 'pg-boss'
import type * as z from 'zod'

import type { Tx } from './db.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'
import { jobDuration, jobsTotal } from './telemetry.ts'

/** The light half of a job: its name and payload, which anybody may know; its handler only the worker knows. */
export type Job<N extends string = string, P extends z.ZodType = z.ZodType> = {
  name: N
  payload: P
  /** Tries in all, a crash of the worker counted. */
  attempts: number
  /** A try that takes longer is given up. */
  timeoutSeconds: number
  /** `slots`: as many at once as the worker has recognisers. */
  concurrency: number | 'slots'
  /** Comes by the clock, with an empty payload: a cron expression in UTC. */
  cron?: string
}

/** The heavy half. `giveUp` runs once, when no try is left or the failure is final. */
export type JobHandler<C, J extends Job> = {
  run(ctx: C, payload: z.output<J['payload']>, signal: AbortSignal): Promise<void>
  giveUp?(ctx: C, payload: z.output<J['payload']>, failure: AppError): Promise<void>
}

export function defineJob<N extends string, P extends z.ZodType>(job: Job<N, P>): Job<N, P> {
  return job
}

export type Jobs = {
  /** Takes the transaction, so that a job exists if and only if its cause was committed. */
  enqueue<P extends z.ZodType>(tx: Tx, job: Job<string, P>, payloads: readonly z.input<P>[]): Promise<void>
  work<C>(work: Work<C>): Promise<void>
  stop(): Promise<void>
}

type Work<C> = { ctx: C; jobs: readonly Job[]; handlers: Record<string, JobHandler<C, Job>>; slots: number }

const HEARTBEAT_SECONDS = 10
const STOP_MS = 20_000
const deadLetter = (job: Job) => `${job.name}.dead`

/** Durable jobs in the same PostgreSQL as the rows they speak of. */
export async function startJobs(databaseUrl: string, log: Log, role: 'send' | 'work'): Promise<Jobs> {
  const isWorker = role === 'work'
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: isWorker ? 10 : 2,
    migrate: false,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
    flowIntervalSeconds: 60,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job engine'))
  await boss.start()
  return {
    enqueue: async (tx, job, payloads) => {
      const rows = payloads.map((payload) => ({ data: job.payload.parse(payload) as object }))
      await boss.insert(job.name, rows, { db: fromKysely(tx.withoutPlugins()) })
    },
    work: (work) => startWorkers(boss, log, work),
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS, close: true }),
  }
}

/** Makes the engine's tables and one queue per job, each with its queue of the given up; safe to run again. */
export async function migrateJobs(databaseUrl: string, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined) // start and createQueue reject with the same error
  await boss.start()
  try {
    for (const job of jobs) {
      await ensureQueue(boss, deadLetter(job), {
        retryLimit: 10,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        notify: true,
      })
      await ensureQueue(boss, job.name, {
        retryLimit: job.attempts - 1,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 60,
        expireInSeconds: job.timeoutSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deadLetter: deadLetter(job),
        notify: true,
      })
      if (job.cron) await boss.schedule(job.name, job.cron, {})
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, options)
}

async function startWorkers<C>(boss: PgBoss, log: Log, { ctx, jobs, handlers, slots }: Work<C>): Promise<void> {
  const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 1 }
  for (const job of jobs) {
    const handler = handlers[job.name]
    if (!handler) throw new Error(`No handler for the job ${job.name}`)
    const localConcurrency = job.concurrency === 'slots' ? slots : job.concurrency
    await boss.work<unknown>(job.name, { ...polling, localConcurrency }, async ([taken]) => {
      if (taken) await runJob({ ctx, job, handler, log }, taken.data, taken.signal)
    })
    await boss.work<unknown>(deadLetter(job), polling, async ([taken]) => {
      if (taken) await handler.giveUp?.(ctx, job.payload.parse(taken.data), new AppError('processingFailed'))
    })
  }
}

type Run<C> = { ctx: C; job: Job; handler: JobHandler<C, Job>; log: Log }

/** The payload is checked on receipt too: yesterday's code may have queued it. */
async function runJob<C>({ ctx, job, handler, log }: Run<C>, data: unknown, signal: AbortSignal): Promise<void> {
  const payload = job.payload.parse(data)
  const stopTimer = jobDuration.startTimer({ job: job.name })
  try {
    await handler.run(ctx, payload, signal)
    jobsTotal.inc({ job: job.name, outcome: 'done' })
  } catch (error) {
    if (!(error instanceof AppError)) {
      jobsTotal.inc({ job: job.name, outcome: 'retry' })
      log.warn({ err: error, job: job.name, payload }, 'job failed, will be tried again')
      throw error
    }
    jobsTotal.inc({ job: job.name, outcome: 'final' })
    log.info({ err: error, reason: error.code, job: job.name, payload }, 'job failed for good')
    await handler.giveUp?.(ctx, payload, error)
  } finally {
    stopTimer()
  }
}
