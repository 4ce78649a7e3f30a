import type { PromoUses } from '@doslovno/domain/billing/promo.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { PromoCodeRow } from '#platform/tables.ts'

/** Activations of one code come one after another: the lock is held until the transaction ends. */
export function lockPromo(tx: Tx, code: string): Promise<PromoCodeRow | undefined> {
  return tx.selectFrom('promoCodes').selectAll().where('code', '=', code).forUpdate().executeTakeFirst()
}

export async function usesOf(db: Db, code: string, userId: string): Promise<PromoUses> {
  const uses = await db
    .selectFrom('promoUses')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<boolean>`coalesce(bool_or(user_id = ${userId}), false)`.as('isOwn'),
    ])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return uses
}

export async function insertUse(db: Db, use: { code: string; userId: string; usedAt: Date }): Promise<void> {
  await db.insertInto('promoUses').values(use).execute()
}

/** Returns false if the code exists. */
export async function insertPromo(db: Db, promo: PromoCodeRow): Promise<boolean> {
  const inserted = await db
    .insertInto('promoCodes')
    .values(promo)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Returns false if no such code is open. */
export async function closePromoCode(db: Db, code: string, closedAt: Date): Promise<boolean> {
  const closed = await db
    .updateTable('promoCodes')
    .set({ closedAt })
    .where('code', '=', code)
    .where('closedAt', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

export function listPromoCodes(db: Db): Promise<(PromoCodeRow & { uses: number })[]> {
  return db
    .selectFrom('promoCodes')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('promoUses')
        .select(sql<number>`count(*)`.as('uses'))
        .whereRef('promoUses.code', '=', 'promoCodes.code')
        .$asScalar()
        .$notNull()
        .as('uses'),
    )
    .orderBy('createdAt')
    .orderBy('code')
    .execute()
}

/** Undoes `work` alone if it fails: what the transaction did before stays. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint promo`.execute(tx)
  try {
    return await work()
  } catch (error) {
    await sql`rollback to savepoint promo`.execute(tx)
    throw error
  }
}
