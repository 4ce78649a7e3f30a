import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

export async function insertDeclined(db: Db, userId: string, plain: string): Promise<void> {
  await db
    .insertInto('vocabularyDeclined')
    .values({ userId, plain })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isDeclined(db: Db, userId: string, plains: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('vocabularyDeclined')
    .select('plain')
    .where('userId', '=', userId)
    .where(sql<boolean>`plain = any(${plains}::text[])`)
    .limit(1)
    .execute()
  return found.length > 0
}
