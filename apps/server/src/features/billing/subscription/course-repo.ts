import type { SubscriptionCourse } from '@doslovno/domain/billing/subscription.ts'
import { dueAt } from '@doslovno/domain/billing/subscription/due.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import type { PaymentRow } from '#platform/tables.ts'

/** The caller holds the user's lock and has read the course under it. */
export async function saveCourse(tx: Tx, userId: string, course: SubscriptionCourse): Promise<void> {
  const { tariffId, billingPeriod, status, anchorAt, paidUntil, next, chargeAt, failedAt, declines, warnedFor } = course
  const columns = { tariffId, billingPeriod, status, anchorAt, paidUntil, chargeAt, failedAt, declines, warnedFor }
  await tx
    .updateTable('subscriptions')
    .set({
      ...columns,
      nextTariffId: next?.tariffId ?? null,
      nextBillingPeriod: next?.billingPeriod ?? null,
      dueAt: dueAt(course),
    })
    .where('userId', '=', userId)
    .execute()
}

export type DueUser = { userId: string; dueAt: Date }

/** Subscriptions that have something due, earliest first; pages continue after a row. */
export function dueUsers(db: Db, now: Date, { after, limit }: { after: DueUser | undefined; limit: number }) {
  const due = db
    .selectFrom('subscriptions')
    .select(['userId', 'dueAt'])
    .$narrowType<DueUser>()
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('userId')
    .limit(limit)
  const page = after ? due.where(sql<boolean>`(due_at, user_id) > (${after.dueAt}, ${after.userId})`) : due
  return page.execute()
}

/** The charge of a saved card for a period whose outcome is not known yet. */
export function openRenewal(tx: Tx, userId: string, periodStart: Date): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'renewal')
    .where('periodStart', '=', periodStart)
    .where('methodId', 'is not', null)
    .where('status', 'in', ['created', 'pending'])
    .executeTakeFirst()
}
