import type { Db, Tx } from '#platform/db.ts'
import type { PaymentMethodRow } from '#platform/tables.ts'

export function findMethod(db: Db, userId: string): Promise<PaymentMethodRow | undefined> {
  return db.selectFrom('paymentMethods').selectAll().where('userId', '=', userId).executeTakeFirst()
}

/** A user has one card: a new one replaces it. */
export async function saveMethod(tx: Tx, method: PaymentMethodRow): Promise<void> {
  const { providerId, title, savedAt } = method
  await tx
    .insertInto('paymentMethods')
    .values(method)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ providerId, title, savedAt }))
    .execute()
}

export async function deleteMethod(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('paymentMethods').where('userId', '=', userId).execute()
}
