import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { PaymentRow, PaymentMethodRow, RefundRow } from '#platform/tables.ts'

type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'userId'
  | 'kind'
  | 'minutes'
  | 'tariffId'
  | 'billingPeriod'
  | 'periodStart'
  | 'amountKopecks'
  | 'description'
  | 'methodId'
  | 'savesMethod'
  | 'createdAt'
  | 'checkAt'
>

export function insertPayment(tx: Tx, payment: NewPayment): Promise<PaymentRow> {
  return tx.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()
}

/** Automatic charges of a period so far, whatever became of them. */
export async function countRenewals(tx: Tx, userId: string, periodStart: Date): Promise<number> {
  const counted = tx
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('attempts'))
    .where('userId', '=', userId)
    .where('kind', '=', 'renewal')
    .where('periodStart', '=', periodStart)
    .where('methodId', 'is not', null)
  return (await counted.executeTakeFirstOrThrow()).attempts
}

type Same = Omit<NewPayment, 'id' | 'description' | 'createdAt' | 'checkAt'>
type Since = { openSince: Date; paidSince: Date }

/** The newest order for the same thing that is open, or that a saved card paid a moment ago. */
export function findSameOrder(tx: Tx, order: Same, { openSince, paidSince }: Since): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', order.userId)
    .where('kind', '=', order.kind)
    .where('amountKopecks', '=', order.amountKopecks)
    .where('savesMethod', '=', order.savesMethod)
    .where('methodId', 'is not distinct from', order.methodId)
    .where('minutes', 'is not distinct from', order.minutes)
    .where('tariffId', 'is not distinct from', order.tariffId)
    .where('billingPeriod', 'is not distinct from', order.billingPeriod)
    .where('periodStart', 'is not distinct from', order.periodStart)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['created', 'pending']).and('createdAt', '>', openSince),
        eb('status', '=', 'succeeded').and('methodId', 'is not', null).and('createdAt', '>', paidSince),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findPayment(db: Db, id: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Of these orders, those to which the provider has given no id. */
export function findOrders(db: Db, ids: readonly string[]): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('providerId', 'is', null)
    .execute()
}

export function findPaymentOfProvider(db: Db, providerId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('providerId', '=', providerId).executeTakeFirst()
}

/** The caller holds the lock of the payment's user. */
export function readLocked(tx: Tx, id: string): Promise<PaymentRow> {
  return tx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

type Changes = Partial<Omit<PaymentRow, 'id' | 'userId' | 'kind' | 'amountKopecks'>>

export function updatePayment(db: Db, id: string, changes: Changes): Promise<PaymentRow> {
  return db.updateTable('payments').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Locks payments whose check is due; those that another transaction has locked are being settled. */
export function lockDue(tx: Tx, now: Date, limit: number): Promise<PaymentRow[]> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('checkAt', '<=', now)
    .orderBy('checkAt')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Marks a pending payment as asked about, unless it was since `before`. */
export async function claimCheck(db: Db, id: string, { now, before }: { now: Date; before: Date }): Promise<boolean> {
  const claimed = await db
    .updateTable('payments')
    .set({ sentAt: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('sentAt', '<', before)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}

type Cancel = { cancelReason: string; endedAt: Date }

export async function cancelUnsent(tx: Tx, userId: string, cancel: Cancel): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'canceled', checkAt: null, ...cancel })
    .where('userId', '=', userId)
    .where('status', '=', 'created')
    .where('methodId', 'is not', null)
    .where('sentAt', 'is', null)
    .execute()
}

/** Payments that are still open save no card. */
export async function forbidSaving(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ savesMethod: false })
    .where('userId', '=', userId)
    .where('status', 'in', ['created', 'pending'])
    .execute()
}

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

/** The payment for the newest period of a subscription. */
export function lastPeriod(db: Db, userId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .where('effect', '=', 'period')
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewRefund = Pick<RefundRow, 'id' | 'paymentId' | 'amountKopecks' | 'reason' | 'createdAt'>

export function insertRefund(tx: Tx, refund: NewRefund): Promise<RefundRow> {
  return tx.insertInto('refunds').values(refund).returningAll().executeTakeFirstOrThrow()
}

export function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export function refundsOf(db: Db, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).orderBy('createdAt').execute()
}

export function updateRefund(
  tx: Tx,
  id: string,
  changes: Partial<Pick<RefundRow, 'status' | 'providerId' | 'endedAt'>>,
): Promise<RefundRow> {
  return tx.updateTable('refunds').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
