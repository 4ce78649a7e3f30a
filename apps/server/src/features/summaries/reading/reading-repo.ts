import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { ReadingRow } from '#platform/tables.ts'

const running = 'process' as const

/** Identifies the text, the model and the recipe of a reading. */
export type ReadText = { scriptId: string; processId: string; textVersion: number; model: string; recipe: number }

export function findReading(db: Db, id: string): Promise<ReadingRow | undefined> {
  return db.selectFrom('readings').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks a reading that has not ended. Whoever adds a summary to it or ends it takes turns by this lock. */
export function lockReading(tx: Tx, id: string): Promise<ReadingRow | undefined> {
  return tx
    .selectFrom('readings')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', running)
    .forUpdate()
    .executeTakeFirst()
}

export function lockRunningReading(tx: Tx, scriptId: string): Promise<ReadingRow | undefined> {
  return tx
    .selectFrom('readings')
    .selectAll()
    .where('scriptId', '=', scriptId)
    .where('status', '=', running)
    .forUpdate()
    .executeTakeFirst()
}

/** The newest complete reading of exactly this text. */
export function completeReading(db: Db, text: ReadText): Promise<ReadingRow | undefined> {
  return db
    .selectFrom('readings')
    .selectAll()
    .where('scriptId', '=', text.scriptId)
    .where('processId', '=', text.processId)
    .where('textVersion', '=', text.textVersion)
    .where('model', '=', text.model)
    .where('recipe', '=', text.recipe)
    .where('status', '=', 'complete')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A reading without parts; they are cut by a job. */
export async function insertReading(tx: Tx, text: ReadText, budgetTokens: number, now: Date): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('readings')
    .values({ id, ...text, partsTotal: 0, budgetTokens, createdAt: now })
    .execute()
  return id
}

export async function endReading(
  tx: Tx,
  id: string,
  end: { status: 'complete' | 'error'; errorCode: string | null; now: Date },
): Promise<boolean> {
  const { status, errorCode, now } = end
  const ended = await tx
    .updateTable('readings')
    .set({ status, errorCode, finishedAt: now })
    .where('id', '=', id)
    .where('status', '=', running)
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/** A complete reading whose budget is spent is not joined again: the next one copies its parts. */
export async function retireReading(db: Db, id: string, errorCode: string): Promise<void> {
  await db.updateTable('readings').set({ status: 'error', errorCode }).where('id', '=', id).execute()
}

export async function retarget(tx: Tx, id: string, text: Omit<ReadText, 'scriptId'>): Promise<void> {
  await tx.updateTable('readings').set(text).where('id', '=', id).execute()
}

/** Makings that wait for a reading. */
export async function waitingSummaries(tx: Tx, readingId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('summaries')
    .select('id')
    .where('readingId', '=', readingId)
    .where('status', '=', running)
    .orderBy('createdAt')
    .execute()
  return rows.map(({ id }) => id)
}

/** Lets a making wait for another reading, because its text has changed. */
export async function moveSummary(tx: Tx, summaryId: string, reading: { id: string; text: ReadText }): Promise<void> {
  const { processId, textVersion } = reading.text
  await tx
    .updateTable('summaries')
    .set({ readingId: reading.id, processId, textVersion })
    .where('id', '=', summaryId)
    .where('status', '=', running)
    .execute()
}

/** Makings of a reading that cannot be made by this model are made without one. */
export async function withoutModel(tx: Tx, readingId: string): Promise<void> {
  await tx
    .updateTable('summaries')
    .set({ engine: 'extract', readingId: null })
    .where('readingId', '=', readingId)
    .where('status', '=', running)
    .execute()
}

/** Readings of a script that are kept: notes are copied from the newest ones. */
const KEPT = 3

/** Deletes readings that ended before the newest ones of the same script. */
export async function forgetOlder(tx: Tx, readingId: string): Promise<void> {
  await sql`
    delete from readings where status <> ${running} and id in (
      select other.id from readings join readings other using (script_id)
      where readings.id = ${readingId} order by other.created_at desc offset ${KEPT})`.execute(tx)
}
