import type { Operation } from '@doslovno/contract/editing.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** A segment and the place it has in its text. */
export type Placed = { index: number; segment: Segment }

export async function placedSegments(db: Db, scriptId: string): Promise<Placed[]> {
  return placedIn(db, 'segments', scriptId)
}

/** The recognised text; of a text nobody corrected, the text itself. */
export async function originalSegments(db: Db, scriptId: string): Promise<Segment[]> {
  const kept = await placedIn(db, 'originalSegments', scriptId)
  const rows = kept.length > 0 ? kept : await placedSegments(db, scriptId)
  return rows.map(({ segment }) => segment)
}

async function placedIn(db: Db, table: 'segments' | 'originalSegments', scriptId: string): Promise<Placed[]> {
  const rows = await db
    .selectFrom(table)
    .select(['index', 'startSeconds as start', 'endSeconds as end', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
  return rows.map(({ index, ...segment }) => ({ index, segment }))
}

/** Keeps the recognised text once, before the first correction. */
export async function keepOriginal(db: Db, scriptId: string): Promise<void> {
  await sql`
    insert into original_segments (script_id, index, start_seconds, end_seconds, speaker, text, words)
    select script_id, index, start_seconds, end_seconds, speaker, text, words from segments
    where script_id = ${scriptId}`.execute(db)
}

export async function deletePlaces(db: Db, scriptId: string, indexes: readonly number[]): Promise<void> {
  if (indexes.length === 0) return
  await db
    .deleteFrom('segments')
    .where('scriptId', '=', scriptId)
    .where('index', '=', sql<number>`any(${[...indexes]}::float[])`)
    .execute()
}

const ROWS_AT_ONCE = 5000

export async function insertPlaces(
  db: Db,
  script: { id: string; userId: string },
  places: readonly Placed[],
): Promise<void> {
  const rows = places.map(({ index, segment }) => ({
    scriptId: script.id,
    userId: script.userId,
    index,
    startSeconds: segment.start,
    endSeconds: segment.end,
    speaker: segment.speaker,
    text: segment.text,
    words: JSON.stringify(segment.words),
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('segments')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
}

type Edit = { scriptId: string; version: number; operation: Operation; editedAt: Date }

/** One more version of the text. */
export async function insertEdit(db: Db, { scriptId, version, operation, editedAt }: Edit): Promise<void> {
  await db
    .insertInto('edits')
    .values({ scriptId, version, editedAt, operation: JSON.stringify(operation) })
    .execute()
  await db.updateTable('scripts').set({ textVersion: version }).where('id', '=', scriptId).execute()
}

export async function editsAfter(db: Db, scriptId: string, version: number): Promise<Operation[]> {
  const rows = await db
    .selectFrom('edits')
    .select('operation')
    .where('scriptId', '=', scriptId)
    .where('version', '>', version)
    .orderBy('version')
    .execute()
  return rows.map(({ operation }) => operation)
}

export async function replaceNames(
  db: Db,
  scriptId: string,
  names: readonly { speakerId: number; name: string }[],
): Promise<void> {
  await db.deleteFrom('speakerNames').where('scriptId', '=', scriptId).execute()
  const rows = names.map(({ speakerId, name }) => ({ scriptId, speaker: speakerId, name }))
  if (rows.length > 0) await db.insertInto('speakerNames').values(rows).execute()
}
