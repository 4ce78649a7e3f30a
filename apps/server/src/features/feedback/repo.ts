import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { FeedbackRow } from '#platform/tables.ts'

export async function insertFeedback(db: Db, feedback: FeedbackRow): Promise<void> {
  await db.insertInto('feedback').values(feedback).execute()
}

export function feedbackById(db: Db, id: string): Promise<FeedbackRow | undefined> {
  return db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst()
}

const KEPT_DAYS = 365

export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('feedback')
      .where('id', 'in', (eb) =>
        eb.selectFrom('feedback').select('id').where('createdAt', '<', daysBefore(now, KEPT_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
