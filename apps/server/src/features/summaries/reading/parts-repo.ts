import type { Span } from '@doslovno/domain/span.ts'
import { sql } from 'kysely'
import * as z from 'zod'

import type { Db, Tx } from '#platform/db.ts'
import type { ReadingPartRow } from '#platform/tables.ts'

import { StoredNote } from './notes.ts'

export type PartKey = { readingId: string; index: number }

/** A part to be read; `notes` if an earlier reading has them. */
export type PlannedPart = {
  fromSentence: number
  toSentence: number
  startSeconds: number
  endSeconds: number
  key: Buffer
  notes: readonly StoredNote[] | undefined
}

const Notes = z.array(StoredNote)
const ofPart = (part: { notes: unknown }) => Notes.parse(part.notes ?? [])

/** Notes that readings of this script have for these keys, by key in hexadecimal. */
export async function doneNotes(db: Db, scriptId: string, keys: readonly Buffer[]): Promise<Map<string, StoredNote[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('readingParts as part')
    .innerJoin('readings as reading', 'reading.id', 'part.readingId')
    .select(['part.key', 'part.notes'])
    .where('reading.scriptId', '=', scriptId)
    .where('part.state', '=', 'done')
    .where('part.key', 'in', keys)
    .execute()
  return new Map(rows.map((row) => [row.key.toString('hex'), ofPart(row)]))
}

/** Keys of the parts of a reading, in order. */
export async function keysOf(db: Db, readingId: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('readingParts')
    .select('key')
    .where('readingId', '=', readingId)
    .orderBy('index')
    .execute()
  return rows.map(({ key }) => key)
}

/** Makes a part ready again, unless it has ended or a newer attempt runs. */
export async function putBack(tx: Tx, { readingId, index, key, attempts }: ReadingPartRow): Promise<void> {
  await tx
    .updateTable('readingParts')
    .set({ state: 'ready' })
    .where('readingId', '=', readingId)
    .where('index', '=', index)
    .where('key', '=', key)
    .where('attempts', '=', attempts)
    .where('state', '=', 'queued')
    .execute()
}

/** Replaces all parts of a reading. A worker that still reads an old part is fenced off by its key. */
export async function replaceParts(tx: Tx, readingId: string, planned: readonly PlannedPart[]): Promise<void> {
  await tx.deleteFrom('readingParts').where('readingId', '=', readingId).execute()
  const rows = planned.map(({ notes, ...part }, index) => ({
    readingId,
    index,
    ...part,
    state: notes ? ('done' as const) : ('ready' as const),
    notes: notes ? JSON.stringify(notes) : null,
  }))
  if (rows.length > 0) await tx.insertInto('readingParts').values(rows).execute()
  const partsDone = planned.filter(({ notes }) => notes).length
  await tx.updateTable('readings').set({ partsTotal: rows.length, partsDone }).where('id', '=', readingId).execute()
}

/** Marks the next ready parts as queued, so that at most `most` are under way; returns their indexes. */
export async function queueParts(tx: Tx, readingId: string, most: number): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`
    update reading_parts set state = 'queued' where reading_id = ${readingId} and index in (
      select index from reading_parts where reading_id = ${readingId} and state = 'ready' order by index
      limit greatest(0, ${most}::int - (
        select count(*) from reading_parts where reading_id = ${readingId} and state = 'queued')::int))
    returning index`.execute(tx)
  return rows.map(({ index }) => index).toSorted((one, other) => one - other)
}

/** Counts an attempt and returns the part, unless it has ended. The number of the attempt fences off all others. */
export function beginPart(db: Db, { readingId, index }: PartKey): Promise<ReadingPartRow | undefined> {
  return db
    .updateTable('readingParts')
    .from('readings')
    .set({ attempts: sql`attempts + 1` })
    .whereRef('readings.id', '=', 'readingParts.readingId')
    .where('readings.status', '=', 'process')
    .where('readingParts.readingId', '=', readingId)
    .where('readingParts.index', '=', index)
    .where('readingParts.state', '=', 'queued')
    .returningAll('readingParts')
    .executeTakeFirst()
}

/** Counts an answer that could not be used; returns how many there were. */
export async function countFailure(db: Db, { readingId, index, key }: ReadingPartRow): Promise<number> {
  const counted = await db
    .updateTable('readingParts')
    .set({ failures: sql`failures + 1` })
    .where('readingId', '=', readingId)
    .where('index', '=', index)
    .where('key', '=', key)
    .returning('failures')
    .executeTakeFirst()
  return counted?.failures ?? 0
}

/** Ends a part, once; false if a newer attempt runs or the parts were cut anew. `notes`: null if it failed. */
export async function endPart(tx: Tx, part: ReadingPartRow, notes: readonly StoredNote[] | null): Promise<boolean> {
  const ended = await tx
    .updateTable('readingParts')
    .set({ state: notes ? 'done' : 'failed', notes: notes ? JSON.stringify(notes) : null })
    .where('readingId', '=', part.readingId)
    .where('index', '=', part.index)
    .where('key', '=', part.key)
    .where('attempts', '=', part.attempts)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) return false
  const partsDone = sql<number>`parts_done + 1`
  await tx.updateTable('readings').set({ partsDone }).where('id', '=', part.readingId).execute()
  await raiseProgress(tx, part.readingId)
  return true
}

/** Writing takes the rest. */
const READING_PERCENT = 85

/** Progress of what waits for a reading never falls, even if its parts are cut anew. */
async function raiseProgress(tx: Tx, readingId: string): Promise<void> {
  await sql`
    update summaries set progress = greatest(progress, ${READING_PERCENT} * parts_done / greatest(parts_total, 1))
    from readings where readings.id = ${readingId} and reading_id = ${readingId}
      and summaries.status = 'process'`.execute(tx)
}

/** A part with its notes. */
export type ReadPart = Pick<ReadingPartRow, 'index' | 'fromSentence' | 'toSentence' | 'state'> & Span & { notes: StoredNote[] } // prettier-ignore

export async function partsOf(db: Db, readingId: string): Promise<ReadPart[]> {
  const rows = await db
    .selectFrom('readingParts')
    .select(['index', 'fromSentence', 'toSentence', 'state', 'notes'])
    .select(['startSeconds as start', 'endSeconds as end'])
    .where('readingId', '=', readingId)
    .orderBy('index')
    .execute()
  return rows.map((row) => ({ ...row, notes: ofPart(row) }))
}
