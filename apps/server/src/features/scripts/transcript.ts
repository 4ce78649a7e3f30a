import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { Db } from '#platform/db.ts'

/** PostgreSQL takes 65,535 parameters a statement. */
const ROWS_AT_ONCE = 5000

/** Replaces the whole text of a script. */
export async function saveTranscript(tx: Db, scriptId: string, segments: readonly Segment[]): Promise<void> {
  await tx.deleteFrom('segments').where('scriptId', '=', scriptId).execute()
  const rows = segments.map(({ start, end, speaker, text, words }, index) => ({
    scriptId,
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
}
