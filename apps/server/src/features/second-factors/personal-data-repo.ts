import type { Db } from '#platform/db.ts'

/** How an account is protected, without secrets, for the archive of its owner's data. */
export async function exportOf(db: Db, userId: string) {
  const app = await db
    .selectFrom('totpSecrets')
    .select(['createdAt', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const recoveryCodes = await db.selectFrom('recoveryCodes').select('usedAt').where('userId', '=', userId).execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'transports', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return { app: app ?? null, recoveryCodes, passkeys }
}
