import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { Db } from '#platform/db.ts'

export const OPENING_SEGMENTS = 400
const QUOTED_SEGMENTS = 40

/** The beginning of a text, without the times of its words. */
export async function openingSegments(db: Db, scriptId: string): Promise<Segment[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text'])
    .where('scriptId', '=', scriptId)
    .orderBy('index')
    .limit(OPENING_SEGMENTS)
    .execute()
  return rows.map((row) => ({ ...row, words: [] }))
}

/** Enough of a text after a moment to quote it. */
export function segmentsAfter(db: Db, scriptId: string, seconds: number): Promise<Segment[]> {
  return db
    .selectFrom('segments')
    .select(['startSeconds as start', 'endSeconds as end', 'speaker', 'text', 'words'])
    .where('scriptId', '=', scriptId)
    .where('endSeconds', '>', seconds)
    .orderBy('index')
    .limit(QUOTED_SEGMENTS)
    .execute()
}
