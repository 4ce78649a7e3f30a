import { MOST_RUNNING, type Passes, type Waiting } from '@doslovno/domain/process/fair-share.ts'
import { sql } from 'kysely'

import { handOutOrder, type TaskKey } from '#features/transcription/tasks/repo.ts'
import type { Db, Tx } from '#platform/db.ts'

/** A worker without a heartbeat for this long counts as gone. */
const SILENT_SECONDS = 20
const LOCK = 7_301_985

/** One dispatcher works at a time; the others skip this turn. */
export async function tryDispatchLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(tx)
  return rows[0]?.taken === true
}

export async function heartbeat(db: Db, workerId: string, slots: number): Promise<void> {
  const seenAt = sql<Date>`now()`
  await db
    .insertInto('workers')
    .values({ id: workerId, slots, seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ slots, seenAt }))
    .execute()
  await db
    .deleteFrom('workers')
    .where('seenAt', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

export async function removeWorker(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', workerId).execute()
}

/** How many tasks may be queued now: twice the slots of all live workers, less the tasks queued already. */
export async function freeSlots(tx: Tx): Promise<number> {
  const { rows } = await sql<{ slots: number }>`
    select 2 * coalesce((select sum(slots) from workers where seen_at > now() - ${SILENT_SECONDS} * interval '1 second'), 0)
      - (select count(*) from tasks where state = 'queued') as slots`.execute(tx)
  return Number(rows[0]?.slots ?? 0)
}

/** As the index `processes_waiting` has it: 1/30 is `DUE_PER_SECOND`. */
const dueAt = sql`(p.created_at at time zone 'UTC') + p.seconds_total / 30 * interval '1 second'`

/**
 * The processes of each class that are next in line. Steps over the index from user to user: one of them may have a
 * million files. The next in line are of users whose first file is.
 */
export async function waitingProcesses(tx: Tx, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'class'> & { isPaid: boolean }>`
    with recursive waiting as (
      (select is_paid, user_id from processes where tasks_ready > 0 order by is_paid, user_id limit 1)
      union all
      select next.* from waiting cross join lateral (
        select is_paid, user_id from processes
        where tasks_ready > 0 and (is_paid, user_id) > (waiting.is_paid, waiting.user_id)
        order by is_paid, user_id limit 1
      ) as next
    ), busy as (
      select p.user_id, count(*)::int as running
      from tasks t join processes p on p.id = t.process_id where t.state = 'queued' group by p.user_id
    ), owners as (
      select waiting.*, coalesce(busy.running, 0) as running
      from waiting left join busy on busy.user_id = waiting.user_id
      where coalesce(busy.running, 0) < ${MOST_RUNNING}
    )
    select next.* from (values (true), (false)) as class (is_paid)
    cross join lateral (
      select files.* from (
        select owners.*, first.due_at from owners cross join lateral (${filesOf(1)}) as first
        where owners.is_paid = class.is_paid
        order by running, first.due_at limit ${limit}
      ) as owners cross join lateral (${filesOf(limit)}) as files
      order by files.running, files.due_at limit ${limit}
    ) as next`.execute(tx)
  return rows.map(({ isPaid, ...row }) => ({ ...row, class: isPaid ? 'paid' : 'free' }))
}

/** Of a row `owners`. */
function filesOf(limit: number) {
  return sql`
    select p.id as process_id, p.user_id, p.is_paid, p.seconds_total as seconds, p.created_at as started_at,
      p.tasks_ready as ready, owners.running, ${dueAt} as due_at
    from processes p
    where p.tasks_ready > 0 and p.is_paid = owners.is_paid and p.user_id = owners.user_id
    order by ${dueAt} limit ${limit}`
}

/** `traceContext`: the trace that the process belongs to. */
export type QueuedTasks = { tasks: TaskKey[]; traceContext: string | null }

/** Marks the next `count` ready tasks of a process as queued. */
export async function queueTasks(tx: Tx, processId: string, count: number): Promise<QueuedTasks> {
  const { rows } = await sql<TaskKey>`
    update tasks set state = 'queued'
    from (
      select kind, index from tasks where process_id = ${processId} and state = 'ready'
      order by ${handOutOrder}
      limit ${count}
    ) as next
    where tasks.process_id = ${processId} and tasks.kind = next.kind and tasks.index = next.index
    returning tasks.process_id, tasks.kind, tasks.index`.execute(tx)
  const { traceContext } = await tx
    .updateTable('processes')
    .set({ tasksReady: sql`greatest(0, tasks_ready - ${rows.length})` })
    .where('id', '=', processId)
    .returning('traceContext')
    .executeTakeFirstOrThrow()
  return { tasks: rows, traceContext }
}

export function queuedTasks(tx: Tx): Promise<TaskKey[]> {
  return tx.selectFrom('tasks').select(['processId', 'kind', 'index']).where('state', '=', 'queued').execute()
}

/** Makes queued tasks ready again; tasks that are done by now stay done. */
export async function requeueTasks(tx: Tx, tasks: readonly TaskKey[]): Promise<void> {
  const [processIds, kinds, indexes] = [
    tasks.map(({ processId }) => processId),
    tasks.map(({ kind }) => kind),
    tasks.map(({ index }) => index),
  ]
  await sql`
    with requeued as (
      update tasks set state = 'ready', begun_at = null
      from unnest(${processIds}::uuid[], ${kinds}::text[], ${indexes}::int[]) as lost (process_id, kind, index)
      where tasks.process_id = lost.process_id and tasks.kind = lost.kind and tasks.index = lost.index
        and tasks.state = 'queued'
      returning tasks.process_id
    ), counted as (select process_id, count(*)::int as ready from requeued group by process_id)
    update processes set tasks_ready = tasks_ready + counted.ready
    from counted where processes.id = counted.process_id and processes.status = 'processing'`.execute(tx)
}

/** Processes with no tasks left, ready to finish. */
export async function finishableProcesses(tx: Tx): Promise<{ processId: string }[]> {
  return tx
    .selectFrom('processes')
    .select('id as processId')
    .where('status', '=', 'processing')
    .where('tasksLeft', '=', 0)
    .execute()
}

export async function readPasses(tx: Tx): Promise<Passes> {
  const rows = await tx.selectFrom('dispatchShares').selectAll().execute()
  const passOf = (name: string) => rows.find((row) => row.class === name)?.pass ?? 0
  return { paid: passOf('paid'), free: passOf('free') }
}

export async function savePasses(tx: Tx, passes: Passes): Promise<void> {
  await sql`update dispatch_shares set pass = case class when 'paid' then ${passes.paid}::float else ${passes.free}::float end`.execute(
    tx,
  )
}

export type WaitingWork = { tasks: number; oldestSeconds: number; paidSeconds: number; freeSeconds: number }

/**
 * Tasks that wait for the dispatcher, how long a user has waited for a first task, and seconds yet to recognise. A user
 * with fifty files is served in turns: one with a begun file does not wait, and the wait begins when the last file ended.
 */
export async function waitingWork(db: Db): Promise<WaitingWork> {
  const { rows } = await sql<WaitingWork>`
    with waiting as (
      select user_id, min(created_at) as since, bool_or(stage <> 'prepare') as is_begun
      from processes where tasks_ready > 0 group by user_id
    ), unserved as (
      select greatest(since, (select max(finished_at) from processes p where p.user_id = waiting.user_id)) as since
      from waiting
      where not is_begun and not exists (
        select from tasks t join processes p on p.id = t.process_id
        where t.state = 'queued' and p.user_id = waiting.user_id)
    )
    select
      (select coalesce(sum(tasks_ready), 0) from processes where tasks_ready > 0) as tasks,
      (select coalesce(extract(epoch from now() - min(since)), 0)::float from unserved) as oldest_seconds,
      coalesce(sum(seconds_total - seconds_done) filter (where is_paid), 0) as paid_seconds,
      coalesce(sum(seconds_total - seconds_done) filter (where not is_paid), 0) as free_seconds
    from processes where status = 'processing'`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An aggregate has one row')
  return found
}
