import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { Finished } from '@doslovno/domain/process/progress.ts'
import type { ProcessOptions, ProcessVocabulary } from '@doslovno/domain/upload/options.ts'
import { sql } from 'kysely'

import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { AppliedVocabulary, ProcessRow } from '#platform/tables.ts'
import { traceContext } from '#platform/tracing/spans.ts'

import { samplesKey } from './keys.ts'

/** Every write is conditional on this status: a worker that was declared dead must change nothing. */
export const running = 'processing'

/** The vocabulary of a process whose owner wished nothing: only the own one applies. */
export const NO_WISHES: ProcessVocabulary = { vocabularyIds: [], names: [] }

type NewProcess = ProcessOptions & {
  id: string
  scriptId: string
  userId: string
  isPaid: boolean
  isForced: boolean
  /** Duration of the recording, 0 while unknown. */
  secondsTotal: number
}

/** A new process has one task: to prepare. */
export async function insertProcess(db: Db, { vocabulary: asked = NO_WISHES, ...process }: NewProcess): Promise<void> {
  const vocabulary = JSON.stringify({ asked, applied: [] } satisfies AppliedVocabulary)
  await db
    .insertInto('processes')
    .values({ ...process, vocabulary, tasksReady: 1, tasksLeft: 1, traceContext: traceContext() })
    .execute()
  const whole = { startSeconds: 0, endSeconds: process.secondsTotal }
  await db
    .insertInto('tasks')
    .values({ processId: process.id, kind: 'prepare', index: 0, state: 'ready', ...whole })
    .execute()
}

export function findProcess(db: Db, id: string): Promise<ProcessRow | undefined> {
  return db.selectFrom('processes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The process of a script that ended last. */
export function lastEnded(db: Db, scriptId: string): Promise<ProcessRow | undefined> {
  return db
    .selectFrom('processes')
    .selectAll()
    .where('scriptId', '=', scriptId)
    .where('status', '!=', running)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type ProcessFile = { scriptId: string; fileName: string }

/** The files of processes, by process; processes of deleted files are left out. */
export async function filesOfProcesses(db: Db, ids: readonly string[]): Promise<Map<string, ProcessFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('processes')
    .innerJoin('scripts', 'scripts.id', 'processes.scriptId')
    .select(['processes.id', 'scriptId', 'fileName'])
    .where('processes.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

export function lockRunning(db: Db, id: string): Promise<ProcessRow | undefined> {
  return db
    .selectFrom('processes')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', running)
    .forUpdate()
    .executeTakeFirst()
}

export async function isRunning(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('processes')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', running)
    .executeTakeFirst()
  return found !== undefined
}

/** Running processes without a ready task: each should have a job. */
export function idleProcesses(db: Db): Promise<ProcessRow[]> {
  return db
    .selectFrom('processes')
    .selectAll()
    .where('status', '=', running)
    .where('tasksReady', '=', 0)
    .orderBy('createdAt')
    .execute()
}

/** This and `failProcess` return false if the process has ended already. */
export function completeProcess(db: Db, id: string, now: Date, warningCode: ErrorCode | null): Promise<boolean> {
  return endProcess(db, id, { status: 'complete', warningCode, finishedAt: now })
}

export function failProcess(db: Db, id: string, errorCode: ErrorCode, now: Date): Promise<boolean> {
  return endProcess(db, id, { status: 'error', errorCode, finishedAt: now })
}

/** Notes which vocabularies a text was corrected by. */
export async function noteVocabulary(db: Db, id: string, vocabulary: AppliedVocabulary): Promise<void> {
  await db
    .updateTable('processes')
    .set({ vocabulary: JSON.stringify(vocabulary) })
    .where('id', '=', id)
    .execute()
}

type End = Partial<Pick<ProcessRow, 'status' | 'errorCode' | 'warningCode' | 'finishedAt'>>

/** Also drops the results and the open tasks: only a running process needs them. */
async function endProcess(db: Db, id: string, end: End): Promise<boolean> {
  const ended = await db
    .updateTable('processes')
    .set({ ...end, tasksReady: 0 })
    .where('id', '=', id)
    .where('status', '=', running)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await db.updateTable('tasks').set({ result: null }).where('processId', '=', id).execute()
  await db
    .updateTable('tasks')
    .set({ state: 'dropped' })
    .where('processId', '=', id)
    .where('state', 'in', ['ready', 'queued'])
    .execute()
  return true
}

/** The last processes of all users. Short recordings are left out: their fixed costs say nothing about an hour. */
export async function lastFinished(db: Db): Promise<Finished[]> {
  return db
    .selectFrom('processes')
    .select('secondsTotal as recordedSeconds')
    .select(sql<number>`extract(epoch from finished_at - created_at)::float`.as('waitedSeconds'))
    .where('status', '=', 'complete')
    .where('secondsTotal', '>=', SHORT_SECONDS)
    .orderBy('finishedAt', 'desc')
    .limit(LAST_PROCESSES)
    .execute()
}

const SHORT_SECONDS = 300
const LAST_PROCESSES = 20

/** Processes that have ended or are gone, but still hold seconds. A process ends and releases in one transaction. */
export async function endedProcessesWithHold(db: Db): Promise<string[]> {
  const holds = await db
    .selectFrom('reservations')
    .leftJoin('processes', (join) =>
      join.onRef('processes.id', '=', 'reservations.processId').on('processes.status', '=', running),
    )
    .select('reservations.processId')
    .where('reservations.state', '=', 'held')
    .where('processes.id', 'is', null)
    .execute()
  return holds.map(({ processId }) => processId)
}

/** Deletes the processes of a script with their tasks; returns the keys of stored objects to delete. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  const deleted = await db.deleteFrom('processes').where('scriptId', '=', scriptId).returning('id').execute()
  return deleted.map(({ id }) => samplesKey(id))
}

/** Drops the names of the participants of a script; its processes stay. */
export async function forgetVocabulary(db: Db, scriptId: string): Promise<void> {
  await db.updateTable('processes').set({ vocabulary: null }).where('scriptId', '=', scriptId).execute()
}

/** Long enough to measure the speed of the installation by them. */
const TASK_DAYS = 30

/** Deletes the tasks of processes that ended long ago; returns how many. */
export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches(async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from tasks where ctid = any(array(
        select tasks.ctid from processes join tasks on process_id = processes.id
        where finished_at < ${daysBefore(now, TASK_DAYS)} limit ${limit}))`.execute(db)
    return { numDeletedRows: numAffectedRows }
  })
}

/** Processes of a script, for the archive of its owner's data. */
export function exportOf(db: Db, scriptId: string) {
  return db
    .selectFrom('processes')
    .select(['id', 'status', 'language', 'mediaType', 'speakersCount', 'badQuality', 'errorCode', 'warningCode'])
    .select(['secondsTotal', 'createdAt', 'finishedAt', 'vocabulary'])
    .where('scriptId', '=', scriptId)
    .orderBy('createdAt')
    .execute()
}

const LOCK = 7_301_986

/** One worker reports at a time. The lock ends with the transaction, so any pooler and any crash releases it. */
export async function tryReportLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(tx)
  return rows[0]?.taken === true
}
