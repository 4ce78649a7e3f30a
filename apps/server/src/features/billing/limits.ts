import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'

import type { Db } from '#platform/db.ts'

/** The largest file that a user's tariff takes. */
export async function fileLimitBytes(db: Db, userId: string): Promise<number> {
  const { fileSizeMb } = await db
    .selectFrom('users')
    .innerJoin('tariffs', 'tariffs.id', 'users.tariffId')
    .select('tariffs.fileSizeMb')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return fileSizeMb * BYTES_PER_MB
}
