import type { Db } from '#platform/db.ts'

/** Ids of a person's scripts, oldest first; pages continue after the last one. */
export async function scriptIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('scripts')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
