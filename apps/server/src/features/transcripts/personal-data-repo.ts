import type { Db } from '#platform/db.ts'

import { indexedSegments, speakerNames } from './repo.ts'

/** The text of a script with its words, speakers and edits, for the archive of its owner's data. */
export async function exportOf(db: Db, scriptId: string) {
  const segments = (await indexedSegments(db, scriptId)).map(({ segment }) => segment)
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
