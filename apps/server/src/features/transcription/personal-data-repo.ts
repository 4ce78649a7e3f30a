import type { Db } from '#platform/db.ts'

/** Processes of a script, for the archive of its owner's data. */
export function exportOf(db: Db, scriptId: string) {
  return db
    .selectFrom('processes')
    .select(['id', 'status', 'language', 'mediaType', 'speakersCount', 'badQuality', 'errorCode', 'warningCode'])
    .select(['secondsTotal', 'createdAt', 'finishedAt', 'vocabulary'])
    .where('scriptId', '=', scriptId)
    .orderBy('createdAt')
    .execute()
}
