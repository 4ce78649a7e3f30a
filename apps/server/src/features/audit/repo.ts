import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'

type NewEvent = { kind: string; userId: string | null; address: string | null; details: string }

export async function insertEvent(db: Db, event: NewEvent): Promise<void> {
  await db.insertInto('auditEvents').values(event).execute()
}

const KEPT_DAYS = 365

/** Deletes events of more than a year ago; returns how many. */
export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('auditEvents')
      .where('id', 'in', (eb) =>
        eb.selectFrom('auditEvents').select('id').where('at', '<', daysBefore(now, KEPT_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
