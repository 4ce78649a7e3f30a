import type { Db } from '#platform/db.ts'

/** Versions of these users; one without a row has not changed since versions exist. */
export async function versionsOf(db: Db, userIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('userVersions')
    .select(['userId', 'version'])
    .where('userId', 'in', userIds)
    .execute()
  return new Map(rows.map(({ userId, version }) => [userId, version]))
}
