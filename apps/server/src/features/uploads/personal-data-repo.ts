import type { Db } from '#platform/db.ts'
import type { UploadRow } from '#platform/tables.ts'

/** Uploads of a person, unfinished ones included, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'source', 'state', 'fileName', 'contentType', 'sizeBytes', 'createdAt', 'expiresAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Uploads of a person that have not ended, whatever their source. */
export function unendedUploads(db: Db, userId: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('userId', '=', userId).where('state', '=', 'open').execute()
}
