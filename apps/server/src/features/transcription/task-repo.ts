import type { Span } from '@doslovno/domain/media/pieces.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'

import type { TaskKind } from './jobs.ts'
import { lockRunning, running } from './process-repo.ts'

export type TaskKey = { processId: string; kind: TaskKind; index: number }

export type NewTask = { kind: TaskKind; index: number; startSeconds: number; endSeconds: number; cost: number }

/** The piece of work, if it is still to be done; counts the try. Its number fences off every other try. */
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

/** Counts a try that the work itself spoilt; answers how many there were. */
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

/** Moves a process from looking inside to recognising, once; false when somebody did it before. */
export async function startRecognising(db: Db, prepared: TaskRow, plan: Plan): Promise<boolean> {
  const { processId } = prepared
  if (!(await lockRunning(db, processId))) return false
  if (!(await endTask(db, prepared, 'done', null, plan.now))) return false
  const { tasks, language, durationSeconds, now } = plan
  await db
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
  for (let from = 0; from < tasks.length; from += ROWS_AT_ONCE) {
    const rows = tasks.slice(from, from + ROWS_AT_ONCE).map((task) => rowOf(processId, task))
    await db.insertInto('tasks').values(rows).execute()
  }
  return true
}

const ROWS_AT_ONCE = 5000

export type Plan = { language: string; tasks: readonly NewTask[]; durationSeconds: number; now: Date }

function rowOf(processId: string, task: NewTask) {
  return { processId, state: 'ready' as const, ...task }
}

type Outcome = { state: 'done' | 'failed'; result: unknown; now: Date }

/** Stores what came of a piece of work and counts it, once. `last`: nothing of the process is left to do. */
export async function finishTask(db: Db, task: TaskRow, { state, result, now }: Outcome) {
  const process = await lockRunning(db, task.processId)
  if (!process || !(await endTask(db, task, state, result, now))) return 'late'
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

/** Only seconds of speech made text count as done. */
function secondsOf({ kind, startSeconds, endSeconds }: TaskRow): number {
  return kind === 'recognise' ? endSeconds - startSeconds : 0
}

/** Once all is text, what is left is to tell the speakers apart. */
function stageAfter({ secondsDone, secondsTotal }: ProcessRow, task: TaskRow) {
  return secondsDone + secondsOf(task) >= secondsTotal - 0.01 ? { stage: 'speakers' as const } : {}
}

/** Only the newest try may end a piece of work, and only once. */
async function endTask(db: Db, task: TaskRow, state: 'done' | 'failed', result: unknown, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('tasks')
    .set({ state, doneAt: now, result: result === null ? null : JSON.stringify(result) })
    .where('processId', '=', task.processId)
    .where('kind', '=', task.kind)
    .where('index', '=', task.index)
    .where('attempts', '=', task.attempts)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** What came of the pieces of a kind, in their order. */
export function resultsOf(db: Db, processId: string, kind: TaskKind) {
  return db
    .selectFrom('tasks')
    .select(['index', 'state', 'startSeconds', 'endSeconds', 'result'])
    .where('processId', '=', processId)
    .where('kind', '=', kind)
    .orderBy('index')
    .execute()
}

/** Stretches that no try could recognise, in their order. */
export function unheardOf(db: Db, processId: string): Promise<Span[]> {
  return db
    .selectFrom('tasks')
    .select(['startSeconds as start', 'endSeconds as end'])
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .where('state', '=', 'failed')
    .orderBy('index')
    .execute()
}

/** Seconds of work for a second of sound. */
export type WorkRates = { recognise: number; diarise: number }

/** How long work took lately: it depends on models and machines. */
export async function workRates(db: Db): Promise<WorkRates> {
  const { rows } = await sql<{ kind: keyof WorkRates; rate: number | null }>`
    select kind, sum(extract(epoch from done_at - begun_at))::float / nullif(sum(end_seconds - start_seconds), 0) as rate
    from tasks where kind <> 'prepare' and state = 'done' and process_id in (
      select id from processes where status = 'complete' order by finished_at desc limit ${LATELY}
    ) group by kind`.execute(db)
  const rateOf = (kind: keyof WorkRates) => rows.find((row) => row.kind === kind)?.rate || USUAL_RATES[kind]
  return { recognise: rateOf('recognise'), diarise: rateOf('diarise') }
}

const LATELY = 10
const USUAL_RATES: WorkRates = { recognise: 0.2, diarise: 0.07 }

export type OpenTask = Pick<TaskRow, 'cost' | 'begunAt'>

/**
 * A process and what is left of it, in the order it is handed out: pieces that are worked at, and pieces that wait.
 * One look: a piece that ended between two would be missing in both, and progress would go back.
 */
export async function processAndOpenTasks(db: Db, id: string): Promise<UnderWay> {
  const { open, isFirst, ...process } = await db
    .selectFrom('processes')
    .selectAll()
    .select(sql<{ cost: number; begunAt: string | null }[]>`(${openPieces})`.as('open'))
    .select(sql<boolean>`not exists (${earlierProcesses})`.as('isFirst'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const pieces = open.map(({ cost, begunAt }) => ({ cost, begunAt: begunAt ? new Date(begunAt) : null }))
  return { process, open: pieces, isFirst }
}

/** `isFirst`: no work was complete when its pieces were planned, so their costs are the usual ones. */
export type UnderWay = { process: ProcessRow; open: OpenTask[]; isFirst: boolean }

/** Text comes first; a window of speakers is begun when the text has come a little past its beginning. */
const SPEAKERS_LATER_SECONDS = 90
export const handOutOrder = sql`start_seconds + case kind when 'diarise' then ${SPEAKERS_LATER_SECONDS}::float else 0 end, index`

const earlierProcesses = sql`
  select from processes earlier
  where earlier.status = 'complete' and earlier.finished_at < processes.recognise_started_at`

const openPieces = sql`
  select coalesce(json_agg(json_build_object('cost', cost, 'begunAt', begun_at)
    order by begun_at nulls last, ${handOutOrder}), '[]')
  from tasks where process_id = processes.id and state in ('ready', 'queued')`

/** What is heard in the chunks from `from` on that are over, in their order; nothing in those that failed. */
export async function wordsFrom(db: Db, processId: string, from: number): Promise<{ index: number; words: Word[] }[]> {
  const rows = await db
    .selectFrom('tasks')
    .select(['index', 'result'])
    .where('processId', '=', processId)
    .where('kind', '=', 'recognise')
    .where('index', '>=', from)
    .where('state', 'in', ['done', 'failed'])
    .orderBy('index')
    .execute()
  return rows.map(({ index, result }) => ({ index, words: (result as Word[] | null) ?? [] }))
}
