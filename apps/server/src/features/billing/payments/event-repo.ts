import type { Db, Tx } from '#platform/db.ts'

type NewEvent = { event: string; objectId: string; receivedAt: Date; body: string }

/** Stores a notification once. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<void> {
  await tx
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.columns(['event', 'objectId']).doNothing())
    .execute()
}

const KEEP_DAYS = 90

/** Notifications are kept while a dispute about a payment may need them. */
export async function forgetOld(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEEP_DAYS * 24 * 3_600_000)
  const { numDeletedRows } = await db.deleteFrom('paymentEvents').where('receivedAt', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
