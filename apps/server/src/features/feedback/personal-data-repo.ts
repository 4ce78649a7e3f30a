import type { Db } from '#platform/db.ts'

/** Messages of a person to the operator, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('feedback')
    .select(['email', 'text', 'page', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Deletes the messages of a person whose account is deleted, those written without signing in included. */
export async function forgetUser(db: Db, userId: string, email: string | null): Promise<void> {
  await db
    .deleteFrom('feedback')
    .where((eb) => eb.or([eb('userId', '=', userId), ...(email ? [eb('email', '=', email)] : [])]))
    .execute()
}
