import type { Db } from '#platform/db.ts'

/** The history of an account, for the archive of its owner's data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('auditEvents')
    .select(['at', 'kind', 'address', 'details'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** Takes out of the history of a deleted account everything that leads to a person. */
export async function forgetUser(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('auditEvents')
    .set({ userId: null, address: null, details: '{}' })
    .where('userId', '=', userId)
    .execute()
}
