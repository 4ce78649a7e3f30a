import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

type Owner = { scriptId: string; userId: string }

/** Adds the words of texts to the owner's dictionary, which corrects misspelt searches. */
export async function rememberWords(db: Db, { scriptId, userId }: Owner, texts: readonly string[]): Promise<void> {
  await lockDictionary(db, userId)
  await sql`
    with fresh as (
      select word from unnest(${[...texts]}::text[]) as said (text),
        unnest(tsvector_to_array(to_tsvector('simple', translate(said.text, ${YO}, ${YE})))) as word
      where length(word) between 3 and 40
      except select unnest(words) from script_words where script_id = ${scriptId}
    ), remembered as (
      insert into script_words (script_id, words)
      select ${scriptId}, array_agg(word) from fresh having count(*) > 0
      on conflict (script_id) do update set words = script_words.words || excluded.words
    )
    insert into search_words (user_id, word, texts) select ${userId}, word, 1 from fresh
    on conflict (user_id, word) do update set texts = search_words.texts + 1`.execute(db)
}

const YO = '\u0451\u0401'
const YE = '\u0435\u0415'

/** Takes the words of a script out of its owner's dictionary, unless another text has them. */
export async function forgetWords(db: Db, scriptId: string): Promise<void> {
  const owner = await db.selectFrom('scripts').select('userId').where('id', '=', scriptId).executeTakeFirst()
  if (!owner) return
  await lockDictionary(db, owner.userId)
  const forgotten = await db
    .deleteFrom('scriptWords')
    .where('scriptId', '=', scriptId)
    .returning('words')
    .executeTakeFirst()
  if (!forgotten) return
  const isForgotten = sql<boolean>`user_id = ${owner.userId} and word = any(${forgotten.words}::text[])`
  await db
    .updateTable('searchWords')
    .set({ texts: sql`texts - 1` })
    .where(isForgotten)
    .execute()
  await db.deleteFrom('searchWords').where(isForgotten).where('texts', '=', 0).execute()
}

/**
 * Serialises changes of one user's dictionary until the transaction ends: two texts share words in any order, and would
 * deadlock on them. Lock the script first.
 */
async function lockDictionary(db: Db, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`search_words ${userId}`}, 0))`.execute(db)
}
