import { periodAt } from '@doslovno/domain/billing/period.ts'
import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'

import type { Db, Tx } from '#platform/db.ts'

import { countUploadsSince, findTariff, lockUser } from './repo.ts'

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

/** What may still be uploaded; null: no limit. Nobody else takes of it until the transaction ends. */
export async function lockUploadLimits(
  tx: Tx,
  userId: string,
  now: Date,
): Promise<{ limitBytes: number; uploadsLeft: number | null }> {
  const user = await lockUser(tx, userId)
  const { fileSizeMb, limitFileCount } = await findTariff(tx, user.tariffId)
  const limitBytes = fileSizeMb * BYTES_PER_MB
  if (limitFileCount === null) return { limitBytes, uploadsLeft: null }
  const uploads = await countUploadsSince(tx, userId, periodAt(user.tariffSince, now).start)
  return { limitBytes, uploadsLeft: limitFileCount - uploads }
}

export async function hasPaidTariff(db: Db, userId: string): Promise<boolean> {
  const { tariffId } = await db
    .selectFrom('users')
    .select('tariffId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return tariffId !== FREE_TARIFF_ID
}

const DAY_MS = 24 * 3600 * 1000

/** How long what is uploaded now is kept. */
export async function storageEnd(db: Db, userId: string, now: Date): Promise<Date> {
  const { fileStorageDays } = await db
    .selectFrom('users')
    .innerJoin('tariffs', 'tariffs.id', 'users.tariffId')
    .select('tariffs.fileStorageDays')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return new Date(now.getTime() + fileStorageDays * DAY_MS)
}
