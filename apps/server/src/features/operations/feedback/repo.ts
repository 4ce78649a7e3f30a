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

export function forgetOldFeedback(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('feedback')
      .where('id', 'in', (eb) =>
        eb.selectFrom('feedback').select('id').where('createdAt', '<', daysBefore(now, KEPT_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** Messages of a person to the operator, for the archive of their data. */
export function exportFeedback(db: Db, userId: string) {
  return db
    .selectFrom('feedback')
    .select(['email', 'text', 'page', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Deletes the messages of a person whose account is deleted, those written without signing in included. */
export async function forgetFeedbackOf(db: Db, userId: string, email: string | null): Promise<void> {
  await db
    .deleteFrom('feedback')
    .where((eb) => eb.or([eb('userId', '=', userId), ...(email ? [eb('email', '=', email)] : [])]))
    .execute()
}
