import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'

type NewEvent = { kind: string; userId: string | null; address: string | null; details: string }

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db.insertInto('auditEvents').values(event).execute()
}

const KEPT_DAYS = 365

/** Deletes events of more than a year ago; returns how many. */
export function forgetOldAudit(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('auditEvents')
      .where('id', 'in', (eb) =>
        eb.selectFrom('auditEvents').select('id').where('at', '<', daysBefore(now, KEPT_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** The history of an account, for the archive of its owner's data. */
export function exportAudit(db: Db, userId: string) {
  return db
    .selectFrom('auditEvents')
    .select(['at', 'kind', 'address', 'details'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
}

/** Takes out of the history of a deleted account everything that leads to a person. */
export async function forgetAuditOf(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('auditEvents')
    .set({ userId: null, address: null, details: '{}' })
    .where('userId', '=', userId)
    .execute()
}
