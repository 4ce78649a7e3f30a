import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { StoredStatement } from '@doslovno/domain/summary/statement.ts'
import type { SummaryEngine, SummaryLack, SummaryType } from '@doslovno/domain/summary/types.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { SummaryRow } from '#platform/tables.ts'

/** Every write that moves a making asks for this status: a late worker must change nothing. */
const running = 'process'

/** A making, with the parts read so far if a model reads. */
export type Making = SummaryRow & { partsDone: number | null; partsTotal: number | null }

/** The makings of a script, newest first; of a type at most one runs. */
export function makingsOf(db: Db, scriptId: string): Promise<Making[]> {
  return db
    .selectFrom('summaries')
    .leftJoin('readings', 'readings.id', 'summaries.readingId')
    .selectAll('summaries')
    .select(['partsDone', 'partsTotal'])
    .where('summaries.scriptId', '=', scriptId)
    .orderBy('summaries.createdAt', 'desc')
    .orderBy('summaries.finishedAt', 'desc')
    .execute()
}

export function findRunning(db: Db, id: string): Promise<SummaryRow | undefined> {
  return db.selectFrom('summaries').selectAll().where('id', '=', id).where('status', '=', running).executeTakeFirst()
}

type NewMaking = Pick<SummaryRow, 'id' | 'scriptId' | 'type' | 'askedBy' | 'templateId' | 'engine' | 'readingId'> &
  Pick<SummaryRow, 'processId' | 'textVersion' | 'createdAt'>

export async function insertMaking(db: Db, making: NewMaking): Promise<void> {
  await db.insertInto('summaries').values(making).execute()
}

/** Progress never falls. */
export async function raiseProgress(db: Db, id: string, progress: number): Promise<void> {
  await db
    .updateTable('summaries')
    .set((eb) => ({ progress: eb.fn('greatest', ['progress', eb.val(Math.round(progress))]) }))
    .where('id', '=', id)
    .where('status', '=', running)
    .execute()
}

type Done = {
  statements: readonly StoredStatement[]
  missing: readonly Span[]
  lack: SummaryLack | null
  textVersion: number
  finishedAt: Date
}

/** This and `failMaking` return false if the making has ended already. */
export async function completeMaking(db: Db, id: string, done: Done): Promise<boolean> {
  const { statements, missing, lack, textVersion, finishedAt } = done
  return end(db, id, {
    status: 'complete',
    statements: JSON.stringify(statements),
    missing: JSON.stringify(missing),
    lack,
    progress: 100,
    textVersion,
    checkedVersion: textVersion,
    finishedAt,
  })
}

type Failed = { errorCode: ErrorCode; isLost: boolean; retryAt: Date | null; finishedAt: Date }

export function failMaking(db: Db, id: string, failed: Failed): Promise<boolean> {
  return end(db, id, { status: 'error', ...failed })
}

type End =
  | (Failed & { status: 'error' })
  | {
      status: 'complete'
      statements: string
      missing: string
      lack: SummaryLack | null
      progress: number
      textVersion: number
      checkedVersion: number
      finishedAt: Date
    }

async function end(db: Db, id: string, changes: End): Promise<boolean> {
  const ended = await db
    .updateTable('summaries')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', running)
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

type Rechecked = { statements: readonly StoredStatement[]; fallen: number; from: number | null; to: number }

/** Stores verdicts of a later version of the text, unless another request did. */
export async function saveRecheck(db: Db, id: string, { statements, fallen, from, to }: Rechecked): Promise<void> {
  await db
    .updateTable('summaries')
    .set({ statements: JSON.stringify(statements), fallen, checkedVersion: to })
    .where('id', '=', id)
    .where('checkedVersion', 'is not distinct from', from)
    .execute()
}

/** Whether a summary that every file has is being made. */
export async function isMaking(db: Db, scriptId: string): Promise<boolean> {
  const found = await db
    .selectFrom('summaries')
    .select('id')
    .where('scriptId', '=', scriptId)
    .where('type', '!=', 'theses')
    .where('status', '=', running)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps the newest complete and the newest failed making of a type, and one that runs. */
export async function forgetOlder(db: Db, scriptId: string, type: SummaryType): Promise<void> {
  await sql`
    delete from summaries where id in (
      select id from (
        select id, status, row_number() over (partition by status order by created_at desc, finished_at desc) as place
        from summaries where script_id = ${scriptId} and type = ${type}
      ) as makings where place > 1 and status <> ${running})`.execute(db)
}

/** Only the newest making is tried again by itself. */
export async function stopRetries(db: Db, scriptId: string, type: SummaryType): Promise<void> {
  await db
    .updateTable('summaries')
    .set({ retryAt: null })
    .where('scriptId', '=', scriptId)
    .where('type', '=', type)
    .where('retryAt', 'is not', null)
    .execute()
}

/** Makings whose time for another try has come. */
export function dueForRetry(db: Db, now: Date, limit: number): Promise<SummaryRow[]> {
  return db
    .selectFrom('summaries')
    .selectAll()
    .where('retryAt', '<=', now)
    .where('status', '=', 'error')
    .orderBy('retryAt')
    .limit(limit)
    .execute()
}

type Again = { engine: SummaryEngine; readingId: string | null; textVersion: number }

/** Starts a failed making again; false if it was taken already. */
export async function restartMaking(db: Db, id: string, again: Again): Promise<boolean> {
  const restarted = await db
    .updateTable('summaries')
    .set((eb) => ({
      ...again,
      status: running,
      retries: eb('retries', '+', 1),
      retryAt: null,
      errorCode: null,
      isLost: false,
      finishedAt: null,
    }))
    .where('id', '=', id)
    .where('status', '=', 'error')
    .where('retryAt', 'is not', null)
    .executeTakeFirst()
  return restarted.numUpdatedRows === 1n
}

/** Deletes the makings of a script; returns the theses that were under way. */
export async function deleteMakings(db: Db, scriptId: string): Promise<string[]> {
  const gone = await db
    .deleteFrom('summaries')
    .where('scriptId', '=', scriptId)
    .returning(['id', 'type', 'status'])
    .execute()
  return gone.filter(({ type, status }) => type === 'theses' && status === running).map(({ id }) => id)
}

export async function deleteReadings(db: Db, scriptId: string): Promise<void> {
  await db.deleteFrom('readings').where('scriptId', '=', scriptId).execute()
}

export async function isReadingComplete(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('readings')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'complete')
    .executeTakeFirst()
  return found !== undefined
}
