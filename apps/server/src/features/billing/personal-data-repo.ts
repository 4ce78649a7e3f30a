import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'

/** Tariff and saved card of a person, for the archive of their data. */
export async function tariffExport(db: Db, userId: string) {
  const subscription = await db
    .selectFrom('subscriptions')
    .innerJoin('tariffs', 'tariffs.id', 'subscriptions.tariffId')
    .select(['tariffs.name as tariff', 'billingPeriod', 'status', 'anchorAt', 'paidUntil', 'chargeAt', 'failedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const card = await db
    .selectFrom('paymentMethods')
    .select(['title', 'savedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { subscription: subscription ?? null, card: card ?? null }
}

export async function paymentsExport(db: Db, userId: string) {
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'kind', 'minutes', 'tariffId', 'billingPeriod', 'periodStart', 'amountKopecks', 'description'])
    .select(['status', 'effect', 'cancelReason', 'receiptStatus', 'createdAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.id', 'paymentId', 'refunds.amountKopecks', 'reason', 'refunds.status'])
    .select(['refunds.createdAt', 'refunds.endedAt'])
    .where('payments.userId', '=', userId)
    .orderBy('refunds.createdAt')
    .execute()
  return { payments, refunds }
}

export async function minutesExport(db: Db, userId: string) {
  const lots = await db
    .selectFrom('lots')
    .select(['id', 'kind', 'grantedSeconds', 'remainingSeconds', 'heldSeconds', 'consumedSeconds', 'expiredSeconds'])
    .select(['revokedSeconds', 'startsAt', 'expiresAt', 'source'])
    .where('userId', '=', userId)
    .orderBy('startsAt')
    .execute()
  const entries = await db
    .selectFrom('ledgerEntries')
    .select(['at', 'kind', 'seconds', 'lotId', 'reservationId'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const reservations = await db
    .selectFrom('reservations')
    .select(['id', 'processId', 'state', 'seconds', 'usedSeconds', 'createdAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return { lots, entries, reservations }
}

export async function promoExport(db: Db, userId: string) {
  const promoCodes = await db
    .selectFrom('promoUses')
    .select(['code', 'usedAt'])
    .where('userId', '=', userId)
    .orderBy('usedAt')
    .execute()
  const theses = await db
    .selectFrom('thesesUses')
    .select(['at', 'returnedAt'])
    .where('userId', '=', userId)
    .orderBy('at')
    .execute()
  return { promoCodes, theses }
}

/**
 * Leaves of a deleted account only what accounting has to keep: payments and refunds without the card, the page and the
 * notifications. Entries have no foreign key; lots and the rest go with the account.
 */
export async function forgetBooks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('ledgerEntries').where('userId', '=', userId).execute()
  await sql`
    delete from payment_events where object_id in (
      select provider_id from payments where user_id = ${userId}
      union select refunds.provider_id from refunds join payments on payments.id = payment_id where user_id = ${userId})`.execute(
    tx,
  )
  await tx
    .updateTable('payments')
    .set({ confirmationUrl: null, savesMethod: false })
    .where('userId', '=', userId)
    .execute()
  // The method of an open charge tells the poll that it must not be sent again.
  await tx
    .updateTable('payments')
    .set({ methodId: null })
    .where('userId', '=', userId)
    .where('status', 'in', ['succeeded', 'canceled'])
    .execute()
}
