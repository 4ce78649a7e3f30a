import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** How a person signs in and what they agreed to, for the archive of their data. */
export async function exportOf(db: Db, userId: string) {
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'subject', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const consents = await db
    .selectFrom('consents')
    .select(['document', 'version', 'acceptedAt', 'address', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return { identities, consents }
}

/** Deletes the profiles that providers told of a person whose account is deleted; the rest goes with the account. */
export async function forgetUser(db: Db, userId: string): Promise<void> {
  await sql`
    delete from provider_tokens using identities
    where identities.user_id = ${userId} and identities.provider = provider_tokens.provider
      and identities.subject = profile->>'subject'`.execute(db)
}
