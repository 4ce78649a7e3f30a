import { MOST_FOUND } from '@doslovno/domain/script/sort.ts'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/db.ts'

import { firstLine, type ListedRow, orders, type Page } from './repo.ts'

export type Match = { text: string; start: number; end: number }
export type Found = ListedRow & { matched?: Match | undefined }

/** A query with more matches is common: scanning the files is faster than sorting all matches. */
const MOST_MATCHES = 5000
/** Words of a search; further ones are ignored. */
const MOST_WORDS = 10
/** Corrections tried for a misspelt word. */
const SIMILAR = 10

type Asked = Page & { search: string }

/** Files whose name or text contains the words, a page of them, each with its first match. Corrects misspelt words. */
export async function searchScripts(
  db: Db,
  userId: string,
  { search, ...page }: Asked,
): Promise<{ rows: Found[]; total: number }> {
  const words = wordsOf(search)
  const query = everyWord(words)
  const asked = { userId, name: search, folder: page.folder }
  const ids = await matchingIds(db, { ...asked, query })
  if (ids.length > 0) return { rows: await readPage(db, ids, page, query), total: ids.length }
  const corrected = await correctedQuery(db, userId, words)
  if (!corrected) return { rows: [], total: 0 }
  const similarIds = await matchingIds(db, { ...asked, query: corrected })
  return { rows: await readPage(db, similarIds, page, corrected), total: similarIds.length }
}

/**
 * Any of the known words similar to each of these; undefined if one of them resembles none. Asks for one word after
 * another: a search must not take a connection per word.
 */
async function correctedQuery(
  db: Db,
  userId: string,
  words: readonly string[],
): Promise<RawBuilder<unknown> | undefined> {
  const corrections: string[] = []
  for (const word of words) {
    const similar = await similarWords(db, userId, word)
    if (similar.length === 0) return undefined
    corrections.push(`(${similar.join(' | ')})`)
  }
  if (corrections.length === 0) return undefined
  return sql`to_tsquery('russian', ${corrections.join(' & ')})`
}

type Search = { userId: string; name: string; folder: string | undefined; query: RawBuilder<unknown> }

/** All files that match, or the newest of very many. */
async function matchingIds(db: Db, search: Search): Promise<string[]> {
  return (await searchIndex(db, search)) ?? scanAll(db, search)
}

/** Searches all files of the user by the indexes of names and words; undefined if too many segments match. */
async function searchIndex(db: Db, { userId, name, folder, query }: Search): Promise<string[] | undefined> {
  const isOwn = ownedIn(userId, folder)
  const { rows } = await sql<{ ids: string[] | null }>`
    with matches as materialized (
      select script_id from segments where owned_words(user_id, search) @@ ${ownedBy(userId, query)}
      limit ${MOST_MATCHES}
    ), named as materialized (
      (select id from scripts where ${isOwn} and file_name ilike ${pattern(name)} limit ${MOST_MATCHES})
      union all
      (select id from scripts where ${isOwn} and name_words(file_name) @@ ${query} limit ${MOST_MATCHES})
    )
    select case when (select count(*) from matches) < ${MOST_MATCHES} then array(
      select id from scripts
      where ${isOwn} and id in (select script_id from matches union select id from named)
      order by uploaded_at desc, id desc limit ${MOST_FOUND}
    ) end as ids`.execute(db)
  return rows[0]?.ids ?? undefined
}

/** Files of the user, or those in one folder of theirs. */
function ownedIn(userId: string, folder: string | undefined): RawBuilder<unknown> {
  return folder === undefined ? sql`user_id = ${userId}` : sql`user_id = ${userId} and folder_id = ${folder}`
}

/** The query for the words of one user, as `owned_words` of migration 0029 writes them. */
function ownedBy(userId: string, query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`regexp_replace((${query})::text, ${`'([^']+)'`}, ${`'${userId.slice(-8)}\\1'`}, 'g')::tsquery`
}

/**
 * Scans the files of the user, newest first, until there are enough results; stops in each at its first match. The
 * order comes from an index that has no names: with them the planner would read and sort all files first.
 */
async function scanAll(db: Db, { userId, name, folder, query }: Search): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, uploaded_at from scripts where ${ownedIn(userId, folder)} order by uploaded_at desc, id desc offset 0
    ) as script
    where (select true from ${textOfScript} as said where search @@ ${query} limit 1)
      or (
        select file_name ilike ${pattern(name)} or name_words(file_name) @@ ${query} from scripts where id = script.id
      )
    order by uploaded_at desc, id desc limit ${MOST_FOUND}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The segments of one file in order. `offset 0` keeps the planner from using the word index here, once per file. For
 * the same reason the subquery above returns one row instead of being an `exists`.
 */
const textOfScript = sql`(select * from segments where script_id = script.id order by index offset 0)`

async function readPage(
  db: Db,
  ids: readonly string[],
  { page, pageSize, sort }: Page,
  query: RawBuilder<unknown>,
): Promise<Found[]> {
  const { rows } = await sql<ListedRow>`
    select scripts.*, ${firstLine} from (
      select id from scripts where id = any(${ids}::uuid[])
      order by ${orders[sort]} limit ${pageSize} offset ${(page - 1) * pageSize}
    ) as page join scripts using (id) order by ${orders[sort]}`.execute(db)
  return withMatches(db, rows, query)
}

/** Adds the first match of each file. */
async function withMatches(db: Db, scripts: readonly ListedRow[], query: RawBuilder<unknown>): Promise<Found[]> {
  if (scripts.length === 0) return []
  const ids = scripts.map(({ id }) => id)
  const { rows } = await sql<Match & { scriptId: string }>`
    select script.id as script_id, matched.* from unnest(${ids}::uuid[]) as script (id)
    cross join lateral (
      select text, start_seconds as start, end_seconds as "end" from ${textOfScript} as said
      where search @@ ${query} limit 1
    ) as matched`.execute(db)
  const matches = new Map(rows.map(({ scriptId, ...match }) => [scriptId, match]))
  return scripts.map((script) => ({ ...script, matched: matches.get(script.id) }))
}

/** Words of the user's texts that are spelt similarly to this one or to its stem. */
async function similarWords(db: Db, userId: string, word: string): Promise<string[]> {
  const stem = sql`(ts_lexize('russian_stem', ${word}))[1]`
  const { rows } = await sql<{ word: string }>`
    select word from search_words where user_id = ${userId} and (word % ${word} or word % ${stem})
    order by greatest(similarity(word, ${word}), similarity(word, ${stem})) desc limit ${SIMILAR}`.execute(db)
  return rows.flatMap((row) => wordsOf(row.word))
}

/** Letters and digits only, so that no operator of a text query gets through. */
export function wordsOf(search: string): string[] {
  return search
    .toLowerCase()
    .replaceAll('\u0451', '\u0435')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
}

/** The last word may be a prefix. Stop words are dropped unless there is nothing else. */
function everyWord(words: readonly string[]): RawBuilder<unknown> {
  const query = words.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(' & ')
  const lastWord = words.slice(-1).map((word) => `${word}:*`)[0] ?? ''
  return sql`coalesce(nullif(to_tsquery('russian', ${query}), ''::tsquery), to_tsquery('simple', ${lastWord}))`
}

function pattern(name: string): string {
  return `%${name.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
