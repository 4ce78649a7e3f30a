import type { Db } from '#platform/db.ts'

/** The API key of a person, without the key itself, for the archive of their data. */
export async function exportOf(db: Db, userId: string) {
  const key = await db
    .selectFrom('apiKeys')
    .select(['scopes', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return key ? { key: 'dsl_••••••••', ...key } : null
}
