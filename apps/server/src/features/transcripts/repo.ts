import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import { UNSURE_BELOW } from '@doslovno/domain/editing/review.ts'
import type { Speaker, TextSize } from '@doslovno/domain/editing/transcript.ts'
import type { Range, Segment } from '@doslovno/domain/transcript/segments.ts'
import { sql } from 'kysely'

import { insertInBatches } from '#platform/batches.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { forgetWords } from './words-repo.ts'

/** A segment and its index in the stored text. Indexes are ordered, not consecutive: edits insert between them. */
export type IndexedSegment = { index: number; segment: Segment }

export async function hasTranscript(db: Db, scriptId: string): Promise<boolean> {
  const first = await db
    .selectFrom('segments')
    .select('index')
    .where('scriptId', '=', scriptId)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

export function listSegments(db: Db, scriptId: string): Promise<Segment[]> {
  return db
    .selectFrom('segments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
}

/** The text without the times of its words. */
export function listSentences(db: Db, scriptId: string): Promise<Sentence[]> {
  return db
    .selectFrom('segments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
}

/** For every sentence of `listSentences`, whether the engine or the vocabulary doubts a word of it. */
export async function listDoubts(db: Db, scriptId: string): Promise<boolean[]> {
  const rows = await db
    .selectFrom('segments')
    .select(
      sql<boolean>`exists (
        select from jsonb_array_elements(words) as word
        where (word->>'confidence')::float8 < ${UNSURE_BELOW} or word->'maybe' is not null
      )`.as('isDoubtful'),
    )
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
  return rows.map(({ isDoubtful }) => isDoubtful)
}

/** A segment whose words are JSON as it is stored: those of a long text take longer to read and write than all else. */
export type StoredSegment = Sentence & { words: string }

export function storedSegments(db: Db, scriptId: string): Promise<StoredSegment[]> {
  return db
    .selectFrom('segments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text', sql<string>`words::text`.as('words')])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
}

const UNREAD = { start: 0, end: 0, text: '', words: [] }

/** The segments of a text in order: whole in the given ranges, elsewhere with their speakers alone. */
export async function outlineWith(db: Db, scriptId: string, ranges: readonly Range[]): Promise<IndexedSegment[]> {
  const outline = await outlineOf(db, scriptId)
  const wanted = ranges.flatMap(({ at, count }) => outline.indexes.slice(Math.max(0, at), Math.max(0, at + count)))
  const read = await segmentsAt(db, scriptId, wanted)
  return outline.indexes.map((index, at) => ({
    index,
    segment: read.get(index) ?? { ...UNREAD, speaker: outline.speakers[at] ?? 0 },
  }))
}

/** One row of two arrays: a row for each segment of a long text would take most of the time of a small edit. */
async function outlineOf(db: Db, scriptId: string): Promise<{ indexes: number[]; speakers: number[] }> {
  const { rows } = await sql<{ indexes: number[]; speakers: number[] }>`
    select coalesce(json_agg(index), '[]') as indexes, coalesce(json_agg(speaker), '[]') as speakers
    from (select index, speaker from segments where script_id = ${scriptId} order by index) as ordered`.execute(db)
  return rows[0] ?? { indexes: [], speakers: [] }
}

async function segmentsAt(db: Db, scriptId: string, indexes: readonly number[]): Promise<Map<number, Segment>> {
  if (indexes.length === 0) return new Map()
  const rows = await db
    .selectFrom('segments')
    .select(['index', 'startSeconds as start', 'endSeconds as end', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .where('index', '=', anyOf(indexes))
    .execute()
  return new Map(rows.map(({ index, ...segment }) => [index, segment]))
}

const anyOf = (indexes: readonly number[]) => sql<number>`any(${[...indexes]}::float[])`

/** As `sizeOf` counts it. */
export async function countedSize(db: Db, scriptId: string): Promise<TextSize> {
  const { rows } = await sql<TextSize>`
    select count(*) + coalesce(sum(of_words.items), 0)::int as items,
      coalesce(sum(length(text) + of_words.letters), 0)::int as letters
    from segments, lateral (
      select count(*) as items,
        coalesce(sum(length(word->>'text') + coalesce(length(word->>'heard'), 0)
          + coalesce(length(word->'maybe'->>'text'), 0)), 0) as letters
      from jsonb_array_elements(words) as word
    ) as of_words
    where script_id = ${scriptId}`.execute(db)
  return rows[0] ?? { items: 0, letters: 0 }
}

/** The recognised text; the current one if nobody has edited it yet. */
export async function originalSegments(db: Db, scriptId: string): Promise<Segment[]> {
  const kept = await db
    .selectFrom('originalSegments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
  return kept.length > 0 ? kept : listSegments(db, scriptId)
}

/** Copies the recognised text before the first edit. */
export async function keepOriginal(db: Db, scriptId: string): Promise<void> {
  await sql`
    insert into original_segments (script_id, index, start_seconds, end_seconds, speaker, text, words)
    select script_id, index, start_seconds, end_seconds, speaker, text, words from segments
    where script_id = ${scriptId}`.execute(db)
}

export async function deleteSegments(db: Db, scriptId: string, indexes: readonly number[]): Promise<void> {
  if (indexes.length === 0) return
  await db.deleteFrom('segments').where('scriptId', '=', scriptId).where('index', '=', anyOf(indexes)).execute()
}

/** Writes the speakers of segments and nothing else. */
export async function assignSpeakers(db: Db, scriptId: string, segments: readonly IndexedSegment[]): Promise<void> {
  for (const [speaker, theirs] of Map.groupBy(segments, ({ segment }) => segment.speaker))
    await db
      .updateTable('segments')
      .set({ speaker })
      .where('scriptId', '=', scriptId)
      .where('index', '=', anyOf(theirs.map(({ index }) => index)))
      .execute()
}

/** Gives the segments of a text whole numbers, beyond those in use: no two may be equal on the way. */
export async function renumber(
  tx: Tx,
  scriptId: string,
  segments: readonly IndexedSegment[],
): Promise<IndexedSegment[]> {
  const last = Math.floor(segments.at(-1)?.index ?? 0)
  await sql`
    update segments set index = ${last} + place
    from (select index as old, row_number() over (order by index) as place
      from segments where script_id = ${scriptId}) as ordered
    where script_id = ${scriptId} and index = old`.execute(tx)
  return segments.map((one, at) => ({ ...one, index: last + at + 1 }))
}

/** Ends a statement of this transaction that waits for others. */
export async function limitLockWaits(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '2s'`.execute(tx)
}

export async function insertSegments(
  db: Db,
  owner: { scriptId: string; userId: string },
  segments: readonly IndexedSegment[],
): Promise<void> {
  const rows = segments.map(({ index, segment: { start, end, speaker, text, words } }) => ({
    scriptId: owner.scriptId,
    userId: owner.userId,
    index,
    startSeconds: start,
    endSeconds: end,
    speaker,
    text,
    words: JSON.stringify(words),
  }))
  await insertInBatches(rows, (some) => db.insertInto('segments').values(some).execute())
}

export function speakerNames(db: Db, scriptId: string): Promise<Speaker[]> {
  return db
    .selectFrom('speakerNames')
    .select(['speaker as speakerId', 'name'])
    .where('scriptId', '=', scriptId)
    .orderBy('speaker')
    .execute()
}

const RECENT_FILES = 20

/** Distinct names of speakers in the last files of a script's owner, this one left out, the most recent first. */
export async function recentNames(db: Db, { id, userId }: Pick<ScriptRow, 'id' | 'userId'>): Promise<string[]> {
  const named = await db
    .selectFrom((last) =>
      last
        .selectFrom('scripts')
        .select(['id', 'uploadedAt'])
        .where('userId', '=', userId)
        .where('id', '!=', id)
        .orderBy('uploadedAt', 'desc')
        .orderBy('id', 'desc')
        .limit(RECENT_FILES)
        .as('recent'),
    )
    .innerJoin('speakerNames', 'speakerNames.scriptId', 'recent.id')
    .select('name')
    .orderBy('uploadedAt', 'desc')
    .orderBy('recent.id', 'desc')
    .orderBy('speaker')
    .execute()
  return [...new Set(named.map(({ name }) => name))]
}

export async function replaceNames(db: Db, scriptId: string, names: readonly Speaker[]): Promise<void> {
  await db.deleteFrom('speakerNames').where('scriptId', '=', scriptId).execute()
  const rows = names.map(({ speakerId, name }) => ({ scriptId, speaker: speakerId, name }))
  if (rows.length > 0) await db.insertInto('speakerNames').values(rows).execute()
}

/** Deletes the text of a script with its edits, speaker names and words; it has no objects in storage. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  await forgetWords(db, scriptId)
  await db.deleteFrom('segments').where('scriptId', '=', scriptId).execute()
  await db.deleteFrom('originalSegments').where('scriptId', '=', scriptId).execute()
  await db.deleteFrom('edits').where('scriptId', '=', scriptId).execute()
  await db.deleteFrom('speakerNames').where('scriptId', '=', scriptId).execute()
  return []
}

/** The text of a script with its words, speakers and edits, for the archive of its owner's data. */
export async function exportOf(db: Db, scriptId: string) {
  const segments = await listSegments(db, scriptId)
  const speakers = await speakerNames(db, scriptId)
  const recognised = await db
    .selectFrom('originalSegments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .execute()
  const edits = await db
    .selectFrom('edits')
    .select(['version', 'editedAt', 'operation', 'source', 'name'])
    .where('scriptId', '=', scriptId)
    .orderBy('version')
    .execute()
  return { segments, speakers, recognised, edits }
}
