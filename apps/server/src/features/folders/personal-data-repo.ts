import type { Db } from '#platform/db.ts'

/** A person's folders, for the archive of their data; the metadata of each file names its folder. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('folders')
    .select(['id', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
