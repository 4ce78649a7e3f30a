import { type RawBuilder, sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { type ScriptWithProcess, withProcesses } from './repo.ts'

export type Match = { text: string; start: number; end: number }
export type Found = ScriptWithProcess & { matched: Match | undefined }

/** As many as anybody looks through. */
const MOST = 50
/** A common word is found at once in what came last: in so many files, as long as they are not longer than this together. */
const NEWEST = 400
const NEWEST_SECONDS = 100_000
/** A word that is said in more places is common: its newest places are found sooner by going through the files. */
const PLACES = 5000
const SIMILAR = 10

/** Files whose name or text has the words, newest first, each with the first place; misspelt words are guessed. */
export async function searchScripts(db: Db, userId: string, search: string): Promise<Found[]> {
  const words = wordsOf(search)
  const found = await searchFor(db, { userId, name: search, query: everyWord(words) })
  if (found.length > 0 || words.length === 0) return found
  const guessed = await Promise.all(words.map((word) => similarWords(db, word)))
  if (guessed.some((similar) => similar.length === 0)) return []
  const guess = guessed.map((similar) => `(${similar.join(' | ')})`).join(' & ')
  return searchFor(db, { userId, name: search, query: sql`to_tsquery('russian', ${guess})` })
}

type Sought = { userId: string; name: string; query: RawBuilder<unknown> }

async function searchFor(db: Db, sought: Sought): Promise<Found[]> {
  const recent = await searchNewest(db, sought)
  const hits = recent.length >= MOST ? recent : await searchAll(db, sought)
  return withMatches(db, hits, sought.query)
}

/** In the newest files, one after another. */
async function searchNewest(db: Db, { userId, name, query }: Sought): Promise<ScriptRow[]> {
  const { rows } = await sql<ScriptRow>`
    select * from (
      select *, sum(duration_seconds) over (order by uploaded_at desc, id desc) as seconds_so_far
      from scripts where user_id = ${userId} order by uploaded_at desc, id desc limit ${NEWEST}
    ) as script
    where coalesce(seconds_so_far, 0) < ${NEWEST_SECONDS} and ${fits(name, query)}
    order by uploaded_at desc, id desc limit ${MOST}`.execute(db)
  return rows
}

async function searchAll(db: Db, sought: Sought): Promise<ScriptRow[]> {
  const rows = await searchIndex(db, sought)
  return rows[0]?.places === PLACES ? searchInTurn(db, sought) : rows
}

/** In all files of the user, by the indexes of names and of words; tells in how many places the words are said. */
async function searchIndex(db: Db, { userId, name, query }: Sought): Promise<(ScriptRow & { places: number })[]> {
  const { rows } = await sql<ScriptRow & { places: number }>`
    with places as materialized (
      select script_id from segments where user_id = ${userId} and search @@ ${query} limit ${PLACES}
    ), named as materialized (
      select id from scripts where user_id = ${userId} and file_name ilike ${pattern(name)} limit ${PLACES}
    )
    select *, (select count(*) from places) as places
    from scripts where id in (select script_id from places union select id from named)
    order by uploaded_at desc, id desc limit ${MOST}`.execute(db)
  return rows
}

/** In all files of the user, one after another until there are enough. */
async function searchInTurn(db: Db, { userId, name, query }: Sought): Promise<ScriptRow[]> {
  const { rows } = await sql<ScriptRow>`
    select * from (
      select * from scripts where user_id = ${userId} order by uploaded_at desc, id desc offset 0
    ) as script
    where ${fits(name, query)} order by uploaded_at desc, id desc limit ${MOST}`.execute(db)
  return rows
}

/** By a subquery of one row, so that it is asked file by file: all places of a common word are too many. */
function fits(name: string, query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(file_name ilike ${pattern(name)}
    or (select true from ${textOfScript} as said where search @@ ${query} limit 1))`
}

/** What is said in one file, in its order. Behind a wall: the index of words would find everybody's places, once per file. */
const textOfScript = sql`(select * from segments where script_id = script.id order by index offset 0)`

/** The first place in each file. */
async function withMatches(db: Db, scripts: readonly ScriptRow[], query: RawBuilder<unknown>): Promise<Found[]> {
  if (scripts.length === 0) return []
  const ids = scripts.map(({ id }) => id)
  const { rows } = await sql<Match & { scriptId: string }>`
    select script.id as script_id, place.* from unnest(${ids}::uuid[]) as script (id)
    cross join lateral (
      select text, start_seconds as start, end_seconds as "end" from ${textOfScript} as said
      where search @@ ${query} limit 1
    ) as place`.execute(db)
  const places = new Map(rows.map(({ scriptId, ...match }) => [scriptId, match]))
  const found = await withProcesses(db, scripts)
  return found.map((one) => ({ ...one, matched: places.get(one.script.id) }))
}

/** Words of every text that are spelt nearly like this one, or like what it is without its ending. */
async function similarWords(db: Db, word: string): Promise<string[]> {
  const stem = sql`(ts_lexize('russian_stem', ${word}))[1]`
  const { rows } = await sql<{ word: string }>`
    select word from search_words where word % ${word} or word % ${stem}
    order by greatest(similarity(word, ${word}), similarity(word, ${stem})) desc limit ${SIMILAR}`.execute(db)
  return rows.flatMap((row) => wordsOf(row.word))
}

/** Letters and digits alone: nothing of a query's own signs comes through. */
export function wordsOf(search: string): string[] {
  return search
    .toLowerCase()
    .replaceAll('\u0451', '\u0435')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 10)
}

/** The last word may be half typed. Words that say nothing by themselves are left out, unless there is no other. */
function everyWord(words: readonly string[]): RawBuilder<unknown> {
  const query = words.map((word, index) => (index === words.length - 1 ? `${word}:*` : word)).join(' & ')
  const lastWord = words.slice(-1).map((word) => `${word}:*`)[0] ?? ''
  return sql`coalesce(nullif(to_tsquery('russian', ${query}), ''::tsquery), to_tsquery('simple', ${lastWord}))`
}

function pattern(name: string): string {
  return `%${name.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
