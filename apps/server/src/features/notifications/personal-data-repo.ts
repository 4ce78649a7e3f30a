import type { Db } from '#platform/db.ts'

/** How a person is notified, for the archive of their data. Addresses of browsers work like keys: only their hosts. */
export async function exportOf(db: Db, userId: string) {
  const settings = await db
    .selectFrom('notificationSettings')
    .select(['isEmailOn', 'isPushOn', 'formats'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const browsers = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return {
    settings: settings ?? null,
    browsers: browsers.map(({ endpoint, createdAt }) => ({ service: URL.parse(endpoint)?.host ?? null, createdAt })),
  }
}
