import { randomUUID } from 'node:crypto'

import type { Sort } from '@doslovno/domain/script/sort.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** Generates the contents. */
export type Author = { sentence(): string; fileName(): string; number(most: number): number }

/** `folderId`: holds every second file. */
export type Library = { userId: string; files: number; segmentsPerFile: number; author: Author; folderId?: string }

const SEGMENTS_AT_ONCE = 20_000
const SEGMENT_SECONDS = 6
const THREE_YEARS_SECONDS = 94_608_000

/** Inserts a great many files of one user, with their transcripts. */
export async function fillLibrary(db: Db, library: Library): Promise<void> {
  const indexes = await dropIndexes(db)
  const atOnce = Math.ceil(SEGMENTS_AT_ONCE / library.segmentsPerFile)
  for (let from = 0; from < library.files; from += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, library.files - from) }, () => randomUUID())
    await insertFiles(db, library, ids)
    await insertSegments(db, library, ids)
  }
  // Rebuilding the indexes at the end is ten times faster than updating them row by row.
  for (const index of indexes) await sql.raw(index).execute(db)
  await rememberEveryWord(db, library.userId)
  for (const table of ['scripts', 'segments', 'script_words', 'search_words'])
    await sql.raw(`vacuum analyze ${table}`).execute(db)
}

export async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename in ('scripts', 'segments', 'search_words') and schemaname = 'public'
      and indexname not like '%_pkey'`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map(({ definition }) => definition)
}

async function insertFiles(db: Db, library: Library, ids: string[]): Promise<void> {
  const { userId, segmentsPerFile, author, folderId = null } = library
  const numbers = (most: number) => ids.map(() => author.number(most))
  await sql`
    insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, status, uploaded_at, duration_seconds,
      inspected_at, keep_until, peaks, folder_id)
    select file.id, ${userId}, file.name, file.bytes, 'audio', 'audio/mpeg',
      (array['complete', 'complete', 'complete', 'error', 'uploaded'])[1 + file.bytes % 5],
      now() - file.seconds_ago * interval '1 second', file.seconds, now(), now() + interval '1 year',
      (select array_agg(n * 37 % 101) from generate_series(1, 1200) as n),
      case when file.bytes % 2 = 0 then ${folderId}::uuid end
    from unnest(${ids}::uuid[], ${ids.map(() => author.fileName())}::text[], ${numbers(500_000_000)}::int[],
      ${numbers(THREE_YEARS_SECONDS)}::int[], ${numbers(2 * segmentsPerFile * SEGMENT_SECONDS)}::int[])
      as file (id, name, bytes, seconds_ago, seconds)`.execute(db)
}

async function insertSegments(db: Db, { userId, segmentsPerFile, author }: Library, ids: string[]): Promise<void> {
  const sentences = ids.flatMap(() => Array.from({ length: segmentsPerFile }, () => author.sentence()))
  await sql`
    insert into segments (script_id, user_id, index, start_seconds, end_seconds, speaker, text, words)
    select (${ids}::uuid[])[1 + said.at / ${segmentsPerFile}::int], ${userId}, said.at % ${segmentsPerFile}::int,
      said.at % ${segmentsPerFile}::int * ${SEGMENT_SECONDS}, (said.at % ${segmentsPerFile}::int + 1) * ${SEGMENT_SECONDS},
      0, said.text,
      (select jsonb_agg(jsonb_build_object('text', word, 'start', at * 0.4, 'end', at * 0.4 + 0.3, 'confidence', null))
        from unnest(string_to_array(said.text, ' ')) with ordinality as words (word, at))
    from (
      select text, place - 1 as at from unnest(${sentences}::text[]) with ordinality as sentence (text, place)
    ) as said`.execute(db)
}

/** The pipeline does the same after each text. */
async function rememberEveryWord(db: Db, userId: string): Promise<void> {
  await sql`
    insert into script_words
    select script_id, array_agg(distinct word) from segments, unnest(tsvector_to_array(to_tsvector('simple', text))) as word
    where user_id = ${userId} and length(word) between 3 and 40 group by script_id`.execute(db)
  await sql`
    insert into search_words
    select ${userId}, word, count(*) from script_words join scripts on scripts.id = script_id, unnest(words) as word
    where user_id = ${userId} group by word`.execute(db)
}

const orders: Record<Sort, string> = {
  '-uploadAt': 'uploaded_at desc, id desc',
  '+uploadAt': 'uploaded_at, id',
  '+fileName': 'file_name collate "ru-x-icu", id',
  '-duration': 'duration_seconds desc nulls last, id',
  '-fileSize': 'size_bytes desc, id',
  '-status': 'status desc, id',
}

type Page = { sort: Sort; page: number; pageSize: number; folder?: string | undefined }

/** The baseline for the list: the ids of a page, by the simplest query. */
export async function bareList(db: Db, userId: string, asked: Page): Promise<string[]> {
  const { sort, page, pageSize, folder } = asked
  const isListed = folder ? sql`folder_id = ${folder}` : sql`user_id = ${userId}`
  await sql`select count(*) from scripts where ${isListed}`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select * from scripts where ${isListed}
    order by ${sql.raw(orders[sort])} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The baseline for the search: the ids of files with the words, by the simplest query. */
export async function bareSearch(db: Db, userId: string, words: string): Promise<string[]> {
  const prefix = `${words.replaceAll(' ', ' & ')}:*`
  const query = sql`coalesce(nullif(to_tsquery('russian', ${prefix}), ''), to_tsquery('simple', ${prefix}))`
  const { rows } = await sql<{ id: string }>`
    with found as (
      select * from scripts where user_id = ${userId} and (file_name ilike ${`%${words}%`} or exists (
        select from segments where script_id = scripts.id and search @@ ${query}))
      order by uploaded_at desc, id desc limit 50
    )
    select found.*, place.* from found left join lateral (
      select text, start_seconds, end_seconds from segments
      where script_id = found.id and search @@ ${query} order by index limit 1
    ) as place on true
    order by uploaded_at desc, found.id desc`.execute(db)
  return rows.map(({ id }) => id)
}
