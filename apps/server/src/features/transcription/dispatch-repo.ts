import type { Passes, Waiting } from '@doslovno/domain/script/fair-share.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'

import { type TaskKey, handOutOrder } from './task-repo.ts'

/** Workers that were not heard of for so long do not count. */
const SILENT_SECONDS = 20
const LOCK = 7_301_985

/** One dispatcher at a time; who comes second has nothing to do. */
export async function takeTurn(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(tx)
  return rows[0]?.taken === true
}

export async function sayAlive(db: Db, id: string, slots: number): Promise<void> {
  const seenAt = sql<Date>`now()`
  await db
    .insertInto('workers')
    .values({ id, slots, seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ slots, seenAt }))
    .execute()
  await db
    .deleteFrom('workers')
    .where('seenAt', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

export async function sayGone(db: Db, id: string): Promise<void> {
  await db.deleteFrom('workers').where('id', '=', id).execute()
}

/** How many pieces of work may be handed out: twice what all workers can do at once, less what they have. */
export async function freePlaces(tx: Tx): Promise<number> {
  const { rows } = await sql<{ places: number }>`
    select 2 * coalesce((select sum(slots) from workers where seen_at > now() - ${SILENT_SECONDS} * interval '1 second'), 0)
      - (select count(*) from tasks where state = 'queued') as places`.execute(tx)
  return Number(rows[0]?.places ?? 0)
}

/** Of each class, the processes that could come next. */
export async function waitingProcesses(tx: Tx, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'class'> & { isPaid: boolean }>`
    with busy as (
      select p.user_id, count(*)::int as running
      from tasks t join processes p on p.id = t.process_id where t.state = 'queued' group by p.user_id
    )
    select next.* from (values (true), (false)) as class (is_paid)
    cross join lateral (
      select p.id as process_id, p.user_id, p.is_paid, p.seconds_total as seconds, p.created_at as started_at,
        p.tasks_ready as ready, coalesce(busy.running, 0) as running
      from processes p left join busy on busy.user_id = p.user_id
      where p.is_paid = class.is_paid and p.tasks_ready > 0
      order by coalesce(busy.running, 0), p.seconds_total, p.created_at
      limit ${limit}
    ) as next`.execute(tx)
  return rows.map(({ isPaid, ...row }) => ({ ...row, class: isPaid ? 'paid' : 'free' }))
}

/** Marks so many waiting pieces of a process as handed out, from the beginning on. */
export async function handOut(tx: Tx, processId: string, count: number): Promise<TaskKey[]> {
  const { rows } = await sql<TaskKey>`
    update tasks set state = 'queued'
    from (
      select kind, index from tasks where process_id = ${processId} and state = 'ready'
      order by ${handOutOrder}
      limit ${count}
    ) as next
    where tasks.process_id = ${processId} and tasks.kind = next.kind and tasks.index = next.index
    returning tasks.process_id, tasks.kind, tasks.index`.execute(tx)
  await tx
    .updateTable('processes')
    .set({ tasksReady: sql`greatest(0, tasks_ready - ${rows.length})` })
    .where('id', '=', processId)
    .execute()
  return rows
}

/** Work that was handed out but that the job engine does not have: its jobs were lost or thrown away. Waits again. */
export async function takeBackLost(tx: Tx): Promise<number> {
  const { rows } = await sql<{ processId: string }>`
    with lost as (
      update tasks set state = 'ready', begun_at = null
      where state = 'queued' and not exists (
        select from pgboss.job j where j.name in ('transcription.task', 'transcription.task.dead')
          and j.state in ('created', 'retry', 'active') and j.data->>'processId' = tasks.process_id::text
          and j.data->>'kind' = tasks.kind and (j.data->>'index')::int = tasks.index)
      returning process_id
    ), counted as (select process_id, count(*)::int as pieces from lost group by process_id)
    update processes set tasks_ready = tasks_ready + counted.pieces
    from counted where processes.id = counted.process_id and processes.status = 'processing'
    returning processes.id as process_id`.execute(tx)
  return rows.length
}

/** Processes whose work is all done and that nobody is about to finish. */
export async function forgottenProcesses(tx: Tx): Promise<{ processId: string }[]> {
  const { rows } = await sql<{ processId: string }>`
    select id as process_id from processes p
    where status = 'processing' and tasks_left = 0 and not exists (
      select from pgboss.job j where j.name in ('transcription.finish', 'transcription.finish.dead')
        and j.state in ('created', 'retry', 'active') and j.data->>'processId' = p.id::text)`.execute(tx)
  return rows
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
