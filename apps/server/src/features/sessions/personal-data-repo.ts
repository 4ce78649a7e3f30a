import type { Db } from '#platform/db.ts'

/** Sessions of a person without their tokens, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt', 'network', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** When a session was opened. */
export async function openedAt(db: Db, sessionId: string): Promise<Date | undefined> {
  const found = await db.selectFrom('sessions').select('createdAt').where('id', '=', sessionId).executeTakeFirst()
  return found?.createdAt
}
