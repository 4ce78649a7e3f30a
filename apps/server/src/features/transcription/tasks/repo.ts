import type { Span } from '@doslovno/domain/span.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { sql } from 'kysely'

import type { TaskKind } from '#features/transcription/jobs.ts'
import { lockRunning, running } from '#features/transcription/process-repo.ts'
import { insertInBatches } from '#platform/batches.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'

export type TaskKey = { processId: string; kind: TaskKind; index: number }

export type NewTask = { kind: TaskKind; index: number; startSeconds: number; endSeconds: number; cost: number }

/** Counts an attempt and returns the task, unless it is done. The number of the attempt fences off all others. */
export function beginTask(db: Db, { processId, kind, index }: TaskKey, now: Date): Promise<TaskRow | undefined> {
  return db
    .updateTable('tasks')
    .from('processes')
    .set({ attempts: sql`attempts + 1`, begunAt: now })
    .whereRef('processes.id', '=', 'tasks.processId')
    .where('processes.status', '=', running)
    .where('tasks.processId', '=', processId)
    .where('tasks.kind', '=', kind)
    .where('tasks.index', '=', index)
    .where('tasks.state', '=', 'queued')
    .returningAll('tasks')
    .executeTakeFirst()
}

export function findTask(db: Db, { processId, kind, index }: TaskKey): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('processId', '=', processId)
    .where('kind', '=', kind)
    .where('index', '=', index)
    .executeTakeFirst()
}

/** Increments and returns the failure count. */
export async function countFailure(db: Db, { processId, kind, index }: TaskKey): Promise<number> {
  const counted = await db
    .updateTable('tasks')
    .set({ failures: sql`failures + 1` })
    .where('processId', '=', processId)
    .where('kind', '=', kind)
    .where('index', '=', index)
    .returning('failures')
    .executeTakeFirst()
  return counted?.failures ?? 0
}

/** Makes a task ready again, unless its process has ended or a newer attempt runs. */
export async function putOffTask(tx: Tx, { processId, kind, index, attempts }: TaskRow): Promise<void> {
  if (!(await lockRunning(tx, processId))) return
  const { numUpdatedRows } = await tx
    .updateTable('tasks')
    .set({ state: 'ready', begunAt: null, putOff: sql`put_off + 1` })
    .where('processId', '=', processId)
    .where('kind', '=', kind)
    .where('index', '=', index)
    .where('attempts', '=', attempts)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  const tasksReady = sql<number>`tasks_ready + ${numUpdatedRows}`
  await tx.updateTable('processes').set({ tasksReady }).where('id', '=', processId).execute()
}

/**
 * Locks the running process and ends its preparation; false if the process has ended or another attempt was faster. Call
 * it before anything is held for the process: a cancel then either comes first, or waits and releases the hold.
 */
export async function endPreparation(tx: Tx, prepared: TaskRow, now: Date): Promise<boolean> {
  const isLocked = (await lockRunning(tx, prepared.processId)) !== undefined
  return isLocked && endTask(tx, prepared, { state: 'done', result: null, now })
}

/** Moves a prepared process to recognising: inserts its tasks and their totals. */
export async function startRecognising(tx: Tx, processId: string, plan: Plan): Promise<void> {
  const { tasks, language, durationSeconds, now } = plan
  await tx
    .updateTable('processes')
    .set({
      stage: 'recognise',
      language,
      secondsTotal: durationSeconds,
      costTotal: tasks.reduce((sum, { cost }) => sum + cost, 0),
      tasksReady: tasks.length,
      tasksLeft: tasks.length,
      recogniseStartedAt: now,
    })
    .where('id', '=', processId)
    .execute()
  const rows = tasks.map((task) => rowOf(processId, task))
  await insertInBatches(rows, (some) => tx.insertInto('tasks').values(some).execute())
}

export type Plan = { language: string; tasks: readonly NewTask[]; durationSeconds: number; now: Date }

function rowOf(processId: string, task: NewTask) {
  return { processId, state: 'ready' as const, ...task }
}

type Outcome = { state: 'done' | 'failed'; result: unknown; unheard?: readonly Span[] | undefined; now: Date }

/** Ends a task and updates the counters of its process, once. `last`: no task of the process is left. */
export async function finishTask(db: Db, task: TaskRow, outcome: Outcome) {
  const { now } = outcome
  const process = await lockRunning(db, task.processId)
  if (!process || !(await endTask(db, task, outcome))) return 'late'
  const left = process.tasksLeft - 1
  await db
    .updateTable('processes')
    .set({
      tasksLeft: left,
      costDone: process.costDone + task.cost,
      secondsDone: process.secondsDone + secondsOf(task),
      busySeconds: process.busySeconds + secondsBetween(task.begunAt ?? now, now),
      ...stageAfter(process, task),
    })
    .where('id', '=', process.id)
    .execute()
  return left === 0 ? 'last' : 'more'
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

/** Only recognised seconds count as done. */
function secondsOf({ kind, startSeconds, endSeconds }: TaskRow): number {
  return kind === 'recognise' ? endSeconds - startSeconds : 0
}

/** Once everything is recognised, only diarisation is left. */
function stageAfter({ secondsDone, secondsTotal }: ProcessRow, task: TaskRow) {
  return secondsDone + secondsOf(task) >= secondsTotal - 0.01 ? { stage: 'speakers' as const } : {}
}

/** Only the newest attempt may end a task, and only once. */
async function endTask(db: Db, task: TaskRow, { state, result, unheard, now }: Outcome): Promise<boolean> {
  const ended = await db
    .updateTable('tasks')
    .set({
      state,
      doneAt: now,
      result: result === null ? null : JSON.stringify(result),
      ...(unheard && { unheard: JSON.stringify(unheard) }),
    })
    .where('processId', '=', task.processId)
    .where('kind', '=', task.kind)
    .where('index', '=', task.index)
    .where('attempts', '=', task.attempts)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** Results of all tasks of a kind, in order. */
export function resultsOf(db: Db, processId: string, kind: TaskKind) {
  return db
    .selectFrom('tasks')
    .select(['index', 'state', 'startSeconds', 'endSeconds', 'result'])
    .where('processId', '=', processId)
    .where('kind', '=', kind)
    .orderBy('index')
    .execute()
}

/** Spans of the chunks that could not be recognised, in order. */
export function failedSpans(db: Db, processId: string): Promise<Span[]> {
  return db
    .selectFrom('tasks')
    .select(['startSeconds as start', 'endSeconds as end'])
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .where('state', '=', 'failed')
    .orderBy('index')
    .execute()
}

/** Speech of recognised chunks that no hearing found words in, in order. */
export async function unheardSpeech(db: Db, processId: string): Promise<Span[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('unheard')
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .orderBy('index')
    .execute()
  return rows.flatMap(({ unheard }) => unheard ?? [])
}

/** Seconds of work per second of audio. */
export type WorkRates = { recognise: number; diarise: number }

/** Measured on the last processes, because it depends on models and machines. */
export async function workRates(db: Db): Promise<WorkRates> {
  const { rows } = await sql<{ kind: keyof WorkRates; rate: number | null }>`
    select kind, sum(extract(epoch from done_at - begun_at))::float / nullif(sum(end_seconds - start_seconds), 0) as rate
    from tasks where kind <> 'prepare' and state = 'done' and process_id in (
      select id from processes where status = 'complete' order by finished_at desc limit ${LAST_PROCESSES}
    ) group by kind`.execute(db)
  const rateOf = (kind: keyof WorkRates) => rows.find((row) => row.kind === kind)?.rate || USUAL_RATES[kind]
  return { recognise: rateOf('recognise'), diarise: rateOf('diarise') }
}

const LAST_PROCESSES = 10
const USUAL_RATES: WorkRates = { recognise: 0.2, diarise: 0.07 }

export type OpenTask = Pick<TaskRow, 'cost' | 'begunAt'>

/**
 * A process and its open tasks in the order they are handed out, read by one query: a task that ended between two
 * queries would be missing in both, and progress would go back.
 */
export async function processAndOpenTasks(db: Db, id: string): Promise<RunningProcess> {
  return toRunning(await withOpenTasks(db).where('id', '=', id).executeTakeFirstOrThrow())
}

/** `isFirst`: no process had completed when this one was planned, so its costs are the built-in guess. */
export type RunningProcess = { process: ViewedProcess; open: OpenTask[]; isFirst: boolean }

/** Text comes first: a window is diarised after the chunks of its first 90 seconds. */
const DIARISE_LATER_SECONDS = 90
export const handOutOrder = sql`start_seconds + case kind when 'diarise' then ${DIARISE_LATER_SECONDS}::float else 0 end, index`

/** The same for several processes. */
export async function processesAndOpenTasks(db: Db, ids: readonly string[]): Promise<RunningProcess[]> {
  if (ids.length === 0) return []
  const rows = await withOpenTasks(db).where('id', 'in', ids).execute()
  return rows.map(toRunning)
}

/** Without the vocabulary, which may be large: these are read every second. */
const VIEWED = [
  'id',
  'scriptId',
  'status',
  'stage',
  'errorCode',
  'costTotal',
  'costDone',
  'busySeconds',
  'recogniseStartedAt',
] as const
export type ViewedProcess = Pick<ProcessRow, (typeof VIEWED)[number]>

function withOpenTasks(db: Db) {
  return db
    .selectFrom('processes')
    .select(VIEWED)
    .select(sql<ReadTask[]>`(${openTasks})`.as('open'))
    .select(sql<boolean>`status = 'processing' and not exists (${earlierProcesses})`.as('isFirst'))
}

type ReadTask = { cost: number; begunAt: string | null }
type ReadProcess = ViewedProcess & { open: ReadTask[]; isFirst: boolean }

function toRunning({ open, isFirst, ...process }: ReadProcess): RunningProcess {
  const tasks = open.map(({ cost, begunAt }) => ({ cost, begunAt: begunAt ? new Date(begunAt) : null }))
  return { process, open: tasks, isFirst }
}

const earlierProcesses = sql`
  select from processes earlier
  where earlier.status = 'complete' and earlier.finished_at < processes.recognise_started_at`

const openTasks = sql`
  select coalesce(json_agg(json_build_object('cost', cost, 'begunAt', begun_at)
    order by begun_at nulls last, ${handOutOrder}), '[]')
  from tasks where process_id = processes.id and state in ('ready', 'queued')`

type HeardChunk = { index: number; endSeconds: number; words: Word[] }

/** Words of the ended chunks from `from` on, in order; a failed chunk has none. */
export async function wordsFrom(
  db: Db,
  processId: string,
  from: number,
  most: number | null = null,
): Promise<HeardChunk[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['index', 'endSeconds', 'result'])
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .where('index', '>=', from)
    .where('state', 'in', ['done', 'failed'])
    .orderBy('index')
    .limit(most)
    .execute()
  return rows.map(({ result, ...chunk }) => ({ ...chunk, words: (result as Word[] | null) ?? [] }))
}
