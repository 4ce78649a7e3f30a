import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

import { type Author, dropIndexes } from './large-library.ts'

/** `heavy` and `median` exist already; the rest of the users are made here. */
export type Crowd = {
  files: number
  users: number
  /** Together they own a twentieth of all files. */
  heavy: readonly string[]
  /** Some of the users who share the rest evenly. */
  median: readonly string[]
  author: Author
}

export const SEGMENTS_PER_FILE = 4
const SENTENCES = 200_000
const NAMES = 20_000
const FILES_AT_ONCE = 10_000
const USERS_AT_ONCE = 500
/** Batches at the same time, one per core of a small machine. */
const LANES = 2
/** One file in so many belongs to a heavy user. */
const HEAVY_EVERY = 20
/** One user in so many has a dictionary: those of all would take longer to build than everything else. */
const DICTIONARY_EVERY = 10
const SEGMENT_SECONDS = 6
const THREE_YEARS_SECONDS = 94_608_000

/**
 * Inserts a great many files of very many users, in the order of their uploads, so that files of one user lie apart.
 * PostgreSQL draws the texts from a pool of sentences: that is ten times faster than sending each.
 */
export async function fillCrowd(db: Db, crowd: Crowd): Promise<void> {
  await insertUsers(db, crowd)
  await insertPool(db, crowd.author)
  const indexes = await dropIndexes(db)
  await inLanes(batches(crowd.files, FILES_AT_ONCE), async (range) => {
    await insertFiles(db, crowd, range)
    await insertSegments(db, range)
  })
  await sql`create index on pool_files (user_id)`.execute(db)
  await inLanes(batches(crowd.users, USERS_AT_ONCE), (range) => insertDictionaries(db, crowd, range))
  await inLanes(indexes.toReversed(), (index) => buildIndex(db, index))
  await sql`drop table pool_owners, pool_sentences, pool_names, pool_files`.execute(db)
  await inLanes(['segments', 'scripts', 'search_words', 'users'], (table) => sql.raw(`vacuum analyze ${table}`).execute(db)) // prettier-ignore
}

type Range = { from: number; to: number }

function batches(count: number, size: number): Range[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({
    from: at * size,
    to: Math.min((at + 1) * size, count) - 1,
  }))
}

async function inLanes<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const waiting = [...all]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function buildIndex(db: Db, index: string): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    await sql.raw(index).execute(connection)
  })
}

async function insertUsers(db: Db, { users, heavy, median }: Crowd): Promise<void> {
  await sql`create unlogged table pool_owners (position int primary key, id uuid not null)`.execute(db)
  await sql`
    insert into pool_owners
    select position - 1, coalesce(id, gen_random_uuid())
    from generate_series(1, ${users}::int) as position
    left join unnest(${[...heavy, ...median]}::uuid[]) with ordinality as known (id, place) on place = position`.execute(
    db,
  )
  await sql`
    insert into users (id, email, name) select id, 'user-' || id || '@example.ru', 'Test' from pool_owners
    on conflict do nothing`.execute(db)
}

async function insertPool(db: Db, author: Author): Promise<void> {
  const sentences = Array.from({ length: SENTENCES }, () => author.sentence())
  const names = Array.from({ length: NAMES }, () => author.fileName())
  await sql`create unlogged table pool_names as
    select place::int - 1 as position, name from unnest(${names}::text[]) with ordinality as drawn (name, place)`.execute(
    db,
  )
  await sql`create unlogged table pool_sentences as
    select place::int - 1 as position, text, tsvector_to_array(to_tsvector('simple', text)) as dictionary,
      (select jsonb_agg(jsonb_build_object('text', word, 'start', at * 0.4, 'end', at * 0.4 + 0.3, 'confidence', null))
        from unnest(string_to_array(text, ' ')) with ordinality as words (word, at)) as words
    from unnest(${sentences}::text[]) with ordinality as drawn (text, place)`.execute(db)
  await sql`create unlogged table pool_files (number int, id uuid, user_id uuid)`.execute(db)
  await sql`analyze pool_names, pool_sentences, pool_owners`.execute(db)
}

async function insertFiles(db: Db, { users, heavy, files }: Crowd, { from, to }: Range): Promise<void> {
  const number = sql`number::int`
  const owner = sql`case when ${number} % ${HEAVY_EVERY}::int = 0
    then ${number} / ${HEAVY_EVERY}::int % ${heavy.length}::int
    else ${heavy.length}::int + ${number} % ${users - heavy.length}::int end`
  await sql`
    with peaks as (select array_agg(n * 37 % 101)::smallint[] as peaks from generate_series(1, 1200) as n), file as (
      insert into pool_files
      select number, gen_random_uuid(), pool_owners.id from generate_series(${from}::int, ${to}::int) as number
      join pool_owners on position = ${owner}
      returning number, id, user_id
    )
    insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, status, uploaded_at, duration_seconds,
      inspected_at, keep_until, peaks)
    select file.id, file.user_id, name, ${hash('size', 500_000_000)}, 'audio', 'audio/mpeg',
      (array['complete', 'complete', 'complete', 'error', 'uploaded'])[1 + ${hash('status', 5)}],
      now() - (1 - number / ${files}::float) * ${THREE_YEARS_SECONDS} * interval '1 second',
      ${hash('duration', 2 * SEGMENTS_PER_FILE * SEGMENT_SECONDS)}, now(), now() + interval '1 year', peaks.peaks
    from file join pool_names on position = ${hash('name', NAMES)}, peaks order by number`.execute(db)
}

async function insertSegments(db: Db, { from, to }: Range): Promise<void> {
  await sql`
    insert into segments (script_id, user_id, index, start_seconds, end_seconds, speaker, text, words)
    select file.id, user_id, at, at * ${SEGMENT_SECONDS}, (at + 1) * ${SEGMENT_SECONDS}, 0, text, words
    from pool_files as file cross join generate_series(0, ${SEGMENTS_PER_FILE - 1}::int) as at
    join pool_sentences on position = ${sentenceAt}
    where number between ${from} and ${to} order by number, at`.execute(db)
}

/** As the pipeline does after each text; here a word counts by sentences instead of texts. */
async function insertDictionaries(db: Db, { heavy, median }: Crowd, { from, to }: Range): Promise<void> {
  await sql`
    insert into search_words
    select user_id, word, count(*)
    from pool_owners as owner join pool_files as file on file.user_id = owner.id
    cross join generate_series(0, ${SEGMENTS_PER_FILE - 1}::int) as at
    join pool_sentences as sentence on sentence.position = ${sentenceAt}, unnest(dictionary) as word
    where owner.position between ${from} and ${to} and length(word) between 3 and 40
      and (owner.position % ${DICTIONARY_EVERY}::int = 0 or owner.position < ${heavy.length + median.length}::int)
    group by user_id, word`.execute(db)
}

export async function countFiles(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from scripts where user_id = ${userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Words of one sentence of each user in turn: a word that is in none of their texts would count as misspelt. */
export async function rareWords(db: Db, userIds: readonly string[], count: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select rare.word from generate_series(0, ${count - 1}::int) as at cross join lateral (
      select word from search_words
      where user_id = (${[...userIds]}::uuid[])[1 + at % ${userIds.length}::int] and texts = 1 and length(word) > 5
      order by md5(word || at) limit 1
    ) as rare order by at`.execute(db)
  return rows.map(({ word }) => word)
}

/** A number below `most`, the same each time for a file. */
function hash(salt: string, most: number) {
  return sql`(abs(hashtextextended(number || ${salt}, 0)) % ${most}::int)::int`
}

const sentenceAt = sql`(abs(hashtextextended(number || ' ' || at, 0)) % ${SENTENCES}::int)::int`
