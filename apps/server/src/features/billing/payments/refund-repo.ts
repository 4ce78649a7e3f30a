import type { Db, Tx } from '#platform/db.ts'
import type { RefundRow } from '#platform/tables.ts'

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

type Changes = Partial<Pick<RefundRow, 'status' | 'providerId' | 'endedAt'>>

export function updateRefund(tx: Tx, id: string, changes: Changes): Promise<RefundRow> {
  return tx.updateTable('refunds').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}
