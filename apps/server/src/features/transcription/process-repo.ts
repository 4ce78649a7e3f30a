import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { ProcessOptions } from '@doslovno/domain/upload/options.ts'

import type { Db } from '#platform/db.ts'
import type { ProcessRow } from '#platform/tables.ts'

/** Every write asks that the process still runs: a worker that was given up for dead must change nothing. */
export const running = 'processing'

type NewProcess = ProcessOptions & {
  id: string
  scriptId: string
  userId: string
  isPaid: boolean
  isForced: boolean
  /** The recording's length as far as it is known. */
  secondsTotal: number
}

/** A new process has one piece of work: to look inside. */
export async function insertProcess(db: Db, process: NewProcess): Promise<void> {
  await db
    .insertInto('processes')
    .values({ ...process, tasksReady: 1, tasksLeft: 1 })
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

/** Both ends answer false when the process does not run any more. */
export function completeProcess(db: Db, id: string, now: Date, warningCode: ErrorCode | null): Promise<boolean> {
  return endProcess(db, id, { status: 'complete', warningCode, finishedAt: now })
}

/** What was amiss in the text that the last complete run wrote. */
export async function lastWarning(db: Db, scriptId: string): Promise<string | null> {
  const last = await db
    .selectFrom('processes')
    .select('warningCode')
    .where('scriptId', '=', scriptId)
    .where('status', '=', 'complete')
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.warningCode ?? null
}

export function failProcess(db: Db, id: string, errorCode: ErrorCode, now: Date): Promise<boolean> {
  return endProcess(db, id, { status: 'error', errorCode, finishedAt: now })
}

type End = Partial<Pick<ProcessRow, 'status' | 'errorCode' | 'warningCode' | 'finishedAt'>>

/** Drops what only a running process needs. */
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
