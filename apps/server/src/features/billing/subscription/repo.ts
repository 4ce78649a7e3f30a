import type { SubscriptionCourse } from '@doslovno/domain/billing/subscription.ts'
import { dueAt } from '@doslovno/domain/billing/subscription/due.ts'
import { FREE_THESES } from '@doslovno/domain/summary/types.ts'
import { sql } from 'kysely'

import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { SubscriptionRow, TariffRow, PaymentRow } from '#platform/tables.ts'

export type Subscription = SubscriptionCourse & {
  userId: string
  tariff: TariffRow
  /** Of the plan that follows the paid time. */
  nextTariff: NextTariff | null
  thesesLeft: number
}
type NextTariff = Pick<TariffRow, 'name' | 'priceMonthKopecks'>

export async function subscriptionOf(db: Db, userId: string): Promise<Subscription> {
  const row = await db
    .selectFrom('subscriptions')
    .innerJoin('tariffs', 'tariffs.id', 'subscriptions.tariffId')
    .leftJoin('tariffs as next', 'next.id', 'subscriptions.nextTariffId')
    .selectAll('tariffs')
    .selectAll('subscriptions')
    .select(['next.name as nextName', 'next.priceMonthKopecks as nextPriceMonthKopecks'])
    .select((eb) =>
      eb
        .selectFrom('thesesUses')
        .select(eb.fn.countAll<number>().as('uses'))
        .whereRef('thesesUses.userId', '=', 'subscriptions.userId')
        .where('returnedAt', 'is', null)
        .as('thesesUsed'),
    )
    .where('userId', '=', userId)
    // A token or a job may outlive its account.
    .executeTakeFirstOrThrow(() => new AppError('needAuthorization'))
  const { thesesUsed, id, name, isPublic, minutes, priceMonthKopecks, priceMinuteKopecks, ...rest } = row
  const { fileSizeMb, limitFileCount, fileStorageDays, meta, userId: owner, ...others } = rest
  const { nextName, nextPriceMonthKopecks, dueAt: _, ...course } = others
  const terms = { id, name, isPublic, minutes, fileSizeMb, limitFileCount, fileStorageDays, meta }
  return {
    ...courseOf(course),
    userId: owner,
    tariff: { ...terms, priceMonthKopecks, priceMinuteKopecks },
    nextTariff: nextTariffOf(nextName, nextPriceMonthKopecks),
    thesesLeft: Math.max(0, FREE_THESES - (thesesUsed ?? 0)),
  }
}

function nextTariffOf(name: string | null, priceMonthKopecks: number | null): NextTariff | null {
  return name !== null && priceMonthKopecks !== null ? { name, priceMonthKopecks } : null
}

type StoredCourse = Omit<SubscriptionRow, 'userId' | 'dueAt'>

/** The course of a stored subscription. */
function courseOf({ nextTariffId, nextBillingPeriod, ...course }: StoredCourse): SubscriptionCourse {
  const next = nextTariffId && nextBillingPeriod ? { tariffId: nextTariffId, billingPeriod: nextBillingPeriod } : null
  return { ...course, next }
}

type ThesesUse = { summaryId: string; userId: string; at: Date }

export async function insertThesesUse(db: Db, use: ThesesUse): Promise<void> {
  await db.insertInto('thesesUses').values(use).execute()
}

/** Gives a use back, once. */
export async function returnTheses(db: Db, summaryId: string): Promise<void> {
  await db
    .updateTable('thesesUses')
    .set({ returnedAt: sql`now()` })
    .where('summaryId', '=', summaryId)
    .where('returnedAt', 'is', null)
    .execute()
}

type NewSubscription = Pick<SubscriptionRow, 'userId' | 'tariffId' | 'anchorAt'>

export async function insertSubscription(db: Db, subscription: NewSubscription): Promise<void> {
  await db.insertInto('subscriptions').values(subscription).execute()
}

export function listPublicTariffs(db: Db): Promise<TariffRow[]> {
  return db.selectFrom('tariffs').selectAll().where('isPublic', '=', true).orderBy('id').execute()
}

export function findTariff(db: Db, id: number): Promise<TariffRow | undefined> {
  return db.selectFrom('tariffs').selectAll().where('id', '=', id).executeTakeFirst()
}

type NewTariff = Omit<TariffRow, 'meta'> & { meta: string }

/** Leaves existing tariffs alone: operators edit them in the database. */
export async function insertTariffsOnce(db: Db, tariffs: readonly NewTariff[]): Promise<void> {
  await db
    .insertInto('tariffs')
    .values([...tariffs])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** The caller holds the user's lock and has read the course under it. */
export async function saveCourse(tx: Tx, userId: string, course: SubscriptionCourse): Promise<void> {
  const { tariffId, billingPeriod, status, anchorAt, paidUntil, next } = course
  const { chargeAt, failedAt, declines, warnedFor, warnedKopecks } = course
  const paid = { tariffId, billingPeriod, status, anchorAt, paidUntil }
  const renewal = { chargeAt, failedAt, declines, warnedFor, warnedKopecks }
  await tx
    .updateTable('subscriptions')
    .set({
      ...paid,
      ...renewal,
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
