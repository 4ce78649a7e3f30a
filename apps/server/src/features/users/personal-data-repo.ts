import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** The profile of a person, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'surname', 'createdAt', 'hasUploaded', 'utmData'])
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select(['deletionRequestedAt', 'deletionDueAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}
