import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type * as z from 'zod'

import { typedFailure } from './database-failures.ts'
import type { Db, Tx } from './db.ts'
import { AppError } from './errors.ts'
import type { Log } from './log.ts'
import type { RetrySchedule } from './retry-schedule.ts'
import { beginCounters, deadLettersTotal, jobDuration, jobLastSuccess, jobsTotal } from './telemetry.ts'
import { describeSpan, isTracing } from './tracing/spans.ts'
import { isTransient } from './transient.ts'
import type { WorkerRole } from './worker-roles.ts'

/** Enough to enqueue a job. */
export type Job<
  N extends string = string,
  P extends z.ZodType = z.ZodType,
  R extends WorkerRole = WorkerRole,
> = RetrySchedule & {
  name: N
  payload: P
  /** Only workers with this role take the job. */
  role: R
  /** From this attempt on, a failure that is not transient is final: the payload is at fault, not a server. */
  blameAfter?: number
  /** An attempt that takes longer is aborted. */
  timeoutSeconds: number
  /** Jobs of this kind that one worker runs at a time; `slots`: one per recogniser. */
  concurrency: number | 'slots'
  /** Scheduled in UTC, with an empty payload. */
  cron?: string
}

/** The work of a job. `giveUp` runs once, after the last attempt or a final failure: no job ends unnoticed. */
export type JobWork<C, P extends z.ZodType = z.ZodType> = {
  run(ctx: C, payload: z.output<P>, signal: AbortSignal): Promise<void>
  giveUp(ctx: C, payload: z.output<P>, failure: AppError): Promise<void>
}

export type RunnableJob<C> = Job & JobWork<C>

export type Jobs = {
  /** Takes the transaction, so that a job exists if and only if its cause was committed. Urgent jobs go first. */
  enqueue<P extends z.ZodType>(
    tx: Tx,
    job: Job<string, P>,
    payloads: readonly z.input<P>[],
    options?: { isUrgent: boolean },
  ): Promise<void>
  /** Enqueues a job that starts a little later, for work that cannot be done now. */
  putOff<P extends z.ZodType>(tx: Tx, job: Job<string, P>, payload: z.input<P>): Promise<void>
  /** Returns the payloads without a job: none waiting or running, and none in the dead letter queue. */
  withoutJob<P extends object>(tx: Tx, job: Job, payloads: readonly P[]): Promise<P[]>
  /** Jobs that ran out of attempts in the last 30 days, oldest first. */
  deadLetters(db: Db, job: Job): Promise<DeadLetter[]>
  /** Enqueues dead letters again, all or one, and takes them off the list; returns how many. */
  retryDeadLetters(db: Db, job: Job, id?: string): Promise<number>
  /** Deletes the jobs of a person whose account is deleted, dead letters included: those whose payload has a value. */
  forget(tx: Tx, values: readonly string[]): Promise<void>
  /** Jobs that are due and wait for a worker, by kind; kinds without any are left out. */
  backlog(db: Db, jobs: readonly Job[]): Promise<Backlog[]>
  work<C>(work: Work<C>): Promise<void>
  /** Takes no more of these jobs; those under way go on. */
  pause(jobs: readonly Job[], roles: readonly WorkerRole[]): Promise<void>
  stop(): Promise<void>
}

/** `ids`: what of the payload may be shown; `failure`: the code or name of the last error. */
export type DeadLetter = { id: string; at: Date; ids: object; failure: string | null; isGivenUp: boolean }

/** `oldestSeconds`: since the job that has been due longest was due. */
export type Backlog = { job: string; depth: number; oldestSeconds: number }

type Work<C> = {
  ctx: C
  jobs: readonly RunnableJob<C>[]
  roles: readonly WorkerRole[]
  slots: number
}

const HEARTBEAT_SECONDS = 10
const STOP_MS = 20_000
const DEAD_LETTER_SECONDS = 30 * 24 * 3600
/** Payloads of mails hold names and addresses; nobody reads finished jobs. */
const FINISHED_SECONDS = 24 * 3600
const PUT_OFF_SECONDS = 15
/** How often a worker looks for jobs that were announced by no notification: retries, delayed ones, dead letters. */
const LOOK_MS = 1000
/** The engine's own polls, one per slot of every queue, are only a net below both. */
const polling = { pollingIntervalSeconds: 60, notifyPollingIntervalSeconds: 60, includeMetadata: true as const }
const deadLetter = (job: Job) => `${job.name}.dead`

/** Durable jobs in the same PostgreSQL as the rows they refer to. */
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
    // A job continues the trace that enqueued it.
    openTelemetry: { enabled: isTracing(), propagateContext: true },
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine'))
  boss.on('warning', (warning) => log.warn({ warning }, 'job engine'))
  await boss.start()
  const slots = createSlots(boss, log)
  const insert = async (tx: Tx, job: Job, payloads: readonly unknown[], options = {}) => {
    const rows = payloads.map((payload) => ({ data: job.payload.parse(payload) as object, ...options }))
    await insertJobs(boss, tx, job, rows)
  }
  return {
    enqueue: (tx, job, payloads, options) => insert(tx, job, payloads, options?.isUrgent ? { priority: 1 } : {}),
    putOff: (tx, job, payload) => insert(tx, job, [payload], { startAfter: PUT_OFF_SECONDS }),
    withoutJob,
    deadLetters,
    retryDeadLetters: (db, job, id) => db.transaction().execute((tx) => retryDeadLetters(boss, tx, job, id)),
    forget: forgetJobs,
    backlog,
    work: (work) => startWorkers(slots, log, work),
    pause: (jobs, roles) => stopWorkers(slots, jobs, roles),
    stop: async () => {
      await slots.close()
      await boss.stop({ graceful: true, timeout: STOP_MS, close: true })
    },
  }
}

/** The engine reads a queue that it has not met on a connection of its own, whose failures are the driver's. */
async function insertJobs(boss: PgBoss, tx: Tx, job: Job, rows: readonly { data: object }[]): Promise<void> {
  try {
    await boss.insert(job.name, [...rows], { db: fromKysely(tx.withoutPlugins()) })
  } catch (error) {
    throw typedFailure(error)
  }
}

/** Creates the engine's tables, and a queue with its dead letter queue per job; safe to run again. */
export async function migrateJobs(databaseUrl: string, jobs: readonly Job[]): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined) // start and createQueue reject with the same error
  await boss.start()
  try {
    await dropOldSchedules(boss, jobs)
    for (const job of jobs) {
      await ensureQueue(boss, deadLetter(job), {
        retryLimit: 10,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        retentionSeconds: DEAD_LETTER_SECONDS,
        deleteAfterSeconds: DEAD_LETTER_SECONDS,
        notify: true,
      })
      await ensureQueue(boss, job.name, {
        retryLimit: job.attempts - 1,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: job.maxDelaySeconds,
        expireInSeconds: job.timeoutSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deadLetter: deadLetter(job),
        deleteAfterSeconds: FINISHED_SECONDS,
        notify: true,
      })
      if (job.cron) await boss.schedule(job.name, job.cron, {})
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

/** Unschedules jobs that this version does not have and no worker would run. */
async function dropOldSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = new Set(jobs.flatMap(({ name, cron }) => (cron ? [name] : [])))
  for (const { name } of await boss.getSchedules()) if (!scheduled.has(name)) await boss.unschedule(name)
}

async function ensureQueue(boss: PgBoss, name: string, options: Parameters<PgBoss['createQueue']>[1]): Promise<void> {
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, options)
}

/** `@>` compares whole values, so a payload matches the job that was enqueued with it. */
async function withoutJob<P extends object>(tx: Tx, job: Job, payloads: readonly P[]): Promise<P[]> {
  if (payloads.length === 0) return []
  const { rows } = await sql<{ position: number }>`
    select (wanted.position - 1)::int as position
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) with ordinality as wanted (payload, position)
    where not exists (
      select from pgboss.job where name in (${job.name}, ${deadLetter(job)})
        and state in ('created', 'retry', 'active') and data @> wanted.payload)`.execute(tx)
  const positions = new Set(rows.map(({ position }) => position))
  return payloads.filter((_, position) => positions.has(position))
}

async function deadLetters(db: Db, job: Job): Promise<DeadLetter[]> {
  const { rows } = await sql<Omit<DeadLetter, 'ids'> & { data: unknown }>`
    select id, created_on as at, data, state = 'completed' as is_given_up,
      coalesce(source_output->>'code', source_output->>'name') as failure
    from pgboss.job where name = ${deadLetter(job)} order by created_on, id`.execute(db)
  return rows.map(({ data, ...letter }) => ({ ...letter, ids: idsOf(data) }))
}

async function retryDeadLetters(boss: PgBoss, tx: Tx, job: Job, id: string | undefined): Promise<number> {
  const { rows } = await sql<{ data: object }>`
    delete from pgboss.job where name = ${deadLetter(job)} and state <> 'active'
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid) returning data`.execute(tx.withoutPlugins())
  if (rows.length > 0) await insertJobs(boss, tx, job, rows)
  return rows.length
}

/** A job that runs right now ends by itself. */
async function forgetJobs(tx: Tx, values: readonly string[]): Promise<void> {
  for (const value of values)
    await sql`
      delete from pgboss.job
      where state <> 'active' and jsonb_path_exists(data, '$.* ? (@ == $value)', jsonb_build_object('value', ${value}::text))`.execute(
      tx,
    )
}

async function backlog(db: Db, jobs: readonly Job[]): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select name as job, count(*) as depth, extract(epoch from now() - min(start_after))::float as oldest_seconds
    from pgboss.job
    where name = any(${jobs.map(({ name }) => name)}) and state < 'active' and not blocked and start_after <= now()
    group by name`.execute(db)
  return rows
}

type Taken = { data: unknown; retryCount: number; signal: AbortSignal }
type Slots = ReturnType<typeof createSlots>

/** The slots of this process: each runs one job of a queue at a time, and sleeps while none is due. */
function createSlots(boss: PgBoss, log: Log) {
  const idsOfQueues = new Map<string, string[]>()
  const wake = (queue: string) => idsOfQueues.get(queue)?.forEach((id) => boss.notifyWorker(id))
  const look = async () => {
    for (const queue of await queuesWithDueJobs(boss, [...idsOfQueues.keys()])) wake(queue)
  }
  const warn = (error: unknown) => log.warn({ err: error }, 'failed to look for jobs')
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  return {
    open: async (queue: string, count: number, run: (taken: Taken) => Promise<void>) => {
      timer ??= setInterval(() => {
        looking = looking.then(look).catch(warn)
      }, LOOK_MS)
      const ids: string[] = []
      idsOfQueues.set(queue, ids)
      for (let slot = 0; slot < count; slot++) {
        const id: string = await boss.work<unknown>(queue, polling, async ([taken]) => {
          // The next job may be waiting already.
          if (taken) await run(taken).finally(() => boss.notifyWorker(id))
        })
        ids.push(id)
      }
    },
    shut: async (queue: string) => {
      idsOfQueues.delete(queue)
      await boss.offWork(queue, { wait: false })
    },
    close: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

async function queuesWithDueJobs(boss: PgBoss, queues: readonly string[]): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select queue from unnest($1::text[]) as queue where exists (
       select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now())`,
    [queues],
  )
  return rows.map(({ queue }: { queue: string }) => queue)
}

async function startWorkers<C>(opened: Slots, log: Log, { ctx, jobs, roles, slots }: Work<C>): Promise<void> {
  for (const job of jobs.filter(({ role }) => roles.includes(role))) {
    beginCounters(job)
    const runOf = ({ retryCount }: Taken) => ({ ctx, job, log, attempt: retryCount + 1 })
    await opened.open(job.name, job.concurrency === 'slots' ? slots : job.concurrency, (taken) =>
      runJob(runOf(taken), taken.data, taken.signal),
    )
    await opened.open(deadLetter(job), 1, (taken) => buryJob(runOf(taken), taken.data))
  }
}

async function stopWorkers(opened: Slots, jobs: readonly Job[], roles: readonly WorkerRole[]): Promise<void> {
  const names = jobs.filter(({ role }) => roles.includes(role)).flatMap((job) => [job.name, deadLetter(job)])
  await Promise.all(names.map((name) => opened.shut(name)))
}

type Run<C> = { ctx: C; job: RunnableJob<C>; log: Log; attempt: number }

/** Parses the payload again: an older version may have enqueued it. */
async function runJob<C>(run: Run<C>, data: unknown, signal: AbortSignal): Promise<void> {
  const { ctx, job, log } = run
  const payload = job.payload.parse(data)
  describeSpan({ attempt: run.attempt, ...idsOf(data) })
  const stopTimer = jobDuration.startTimer({ job: job.name })
  try {
    await job.run(ctx, payload, signal)
    jobsTotal.inc({ job: job.name, outcome: 'done' })
    jobLastSuccess.setToCurrentTime({ job: job.name })
  } catch (error) {
    const failure = finalFailure(run, error)
    const outcome = failure ? 'final' : 'retry'
    jobsTotal.inc({ job: job.name, outcome })
    describeSpan({ outcome, ...(failure && { reason: failure.code }) })
    if (!failure) {
      log.warn({ err: error, job: job.name, payload: idsOf(data) }, 'job failed, will be retried')
      throw error
    }
    log.info({ err: error, reason: failure.code, job: job.name, payload: idsOf(data) }, 'job failed, giving up')
    await job.giveUp(ctx, payload, failure)
  } finally {
    stopTimer()
  }
}

function finalFailure<C>({ job, attempt }: Run<C>, error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  const isBlamed = attempt >= (job.blameAfter ?? Infinity) && !isTransient(error)
  return isBlamed ? new AppError('processingFailed', { cause: error }) : undefined
}

/** Gives up a job that is out of attempts. Its dead letter stays on the list. */
async function buryJob<C>({ ctx, job, log, attempt }: Run<C>, data: unknown): Promise<void> {
  if (attempt === 1) {
    deadLettersTotal.inc({ job: job.name })
    log.error({ job: job.name, payload: idsOf(data) }, 'job is out of attempts, giving up')
  }
  try {
    await job.giveUp(ctx, job.payload.parse(data), new AppError('processingFailed'))
  } catch (error) {
    log.warn({ err: error, job: job.name, payload: idsOf(data) }, 'failed to give up a job, will be retried')
    throw error
  }
}

/** The part of a payload for logs and lists: names and addresses of people stay out. */
export function idsOf(data: unknown): object {
  const entries = Object.entries(data ?? {})
  return Object.fromEntries(entries.filter(([name]) => /^(\w+Id|keys|kind|index|mail)$/.test(name)))
}
