import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

/** A payment with what its owner sees of other tables. */
export type ShownPayment = PaymentRow & { tariffName: string | null; refundedKopecks: number }

const MOST = 200

/** Newest first. */
export function listPayments(db: Db, userId: string): Promise<ShownPayment[]> {
  return shown(db, userId).orderBy('payments.createdAt', 'desc').orderBy('payments.id').limit(MOST).execute()
}

export function findShownPayment(db: Db, userId: string, id: string): Promise<ShownPayment | undefined> {
  return shown(db, userId).where('payments.id', '=', id).executeTakeFirst()
}

/** Purchases that were never reported, or first within the last moments: a reply may be lost. */
export function unreportedPurchases(db: Db, userId: string, reportedSince: Date): Promise<ShownPayment[]> {
  return shown(db, userId)
    .where('payments.status', '=', 'succeeded')
    .where('payments.effect', 'in', ['minutes', 'period'])
    .where((eb) => eb.or([eb('payments.reportedAt', 'is', null), eb('payments.reportedAt', '>', reportedSince)]))
    .orderBy('payments.createdAt')
    .execute()
}

export async function markReported(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('payments')
    .set({ reportedAt: now })
    .where('id', 'in', [...ids])
    .where('reportedAt', 'is', null)
    .execute()
}

function shown(db: Db, userId: string) {
  return db
    .selectFrom('payments')
    .leftJoin('tariffs', 'tariffs.id', 'payments.tariffId')
    .selectAll('payments')
    .select('tariffs.name as tariffName')
    .select((eb) =>
      eb
        .selectFrom('refunds')
        .select(sql<number>`coalesce(sum(amount_kopecks), 0)::int`.as('sum'))
        .whereRef('refunds.paymentId', '=', 'payments.id')
        .where('refunds.status', '=', 'succeeded')
        .$asScalar()
        .$notNull()
        .as('refundedKopecks'),
    )
    .where('payments.userId', '=', userId)
}
