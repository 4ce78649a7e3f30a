import type { Db, Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

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
