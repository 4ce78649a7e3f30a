import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** PostgreSQL takes 65,535 parameters a statement. */
const ROWS_AT_ONCE = 5000

type Owned = { id: string; userId: string }

/** Replaces the whole text of a script; corrections of the old one go with it. */
export async function saveTranscript(tx: Db, script: Owned, segments: readonly Segment[]): Promise<void> {
  const { id: scriptId, userId } = script
  for (const table of ['segments', 'originalSegments', 'edits'] as const)
    await tx.deleteFrom(table).where('scriptId', '=', scriptId).execute()
  await tx.updateTable('scripts').set({ textVersion: 0 }).where('id', '=', scriptId).execute()
  const rows = segments.map(({ start, end, speaker, text, words }, index) => ({
    scriptId,
    userId,
    index,
    startSeconds: start,
    endSeconds: end,
    speaker,
    text,
    words: JSON.stringify(words),
  }))
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('segments')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
  }
  await rememberWords(
    tx,
    segments.map(({ text }) => text),
  )
}

/** Words of texts become known to the search that guesses misspelt ones. */
export async function rememberWords(tx: Db, texts: readonly string[]): Promise<void> {
  await sql`
    insert into search_words
    select distinct word from unnest(${[...texts]}::text[]) as said (text),
      unnest(tsvector_to_array(to_tsvector('simple', translate(said.text, ${YO}, ${YE})))) as word
    where length(word) between 3 and 40
    on conflict do nothing`.execute(tx)
}

const YO = '\u0451\u0401'
const YE = '\u0435\u0415'
