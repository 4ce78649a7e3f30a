import { type Entitlements, entitlementsOf } from '@doslovno/domain/billing/entitlements.ts'
import { availableSeconds } from '@doslovno/domain/billing/ledger.ts'

import { type Subscription, subscriptionOf } from '#features/billing/subscription/repo.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { LotRow } from '#platform/tables.ts'

import { bundleOf, isGranted, refreshLots } from './grant.ts'
import { lotsOf, countSpending, listSpending, openLots, type Spent } from './repo.ts'

export type Balance = {
  subscription: Subscription
  entitlements: Entitlements
  planSeconds: number
  extraSeconds: number
  /** When the balance changes by itself: minutes expire, or a new month begins. */
  changesAt: Date
}

/** The balance of a user now. The first call in a new month grants that month's minutes. */
export async function balanceOf(db: Db, userId: string, now: Date): Promise<Balance> {
  const subscription = await subscriptionOf(db, userId)
  const lots = await currentLots(db, subscription, now)
  const entitlements = entitlementsOf(subscription, now)
  return {
    subscription,
    entitlements,
    changesAt: nextChange([entitlements.period.end, subscription.paidUntil, ...lots.map(expiryOf)], now),
    planSeconds: availableSeconds(
      lots.filter((lot) => lot.kind === 'plan'),
      now,
    ),
    extraSeconds: availableSeconds(
      lots.filter((lot) => lot.kind !== 'plan'),
      now,
    ),
  }
}

const expiryOf = ({ expiresAt }: LotRow) => expiresAt

/** The first of these moments that is yet to come; the end of the period always is. */
function nextChange(moments: readonly (Date | null)[], now: Date): Date {
  const ahead = moments.flatMap((moment) => (moment && moment > now ? moment.getTime() : []))
  return new Date(Math.min(...ahead))
}

/** Seconds of every kind that a user could spend now. */
export async function availableSecondsOf(db: Db, userId: string, now: Date): Promise<number> {
  return availableSeconds(await currentLots(db, await subscriptionOf(db, userId), now), now)
}

async function currentLots(db: Db, subscription: Subscription, now: Date): Promise<LotRow[]> {
  const { userId } = subscription
  const { minutes } = subscription.tariff
  const bundle = bundleOf(userId, { ...subscription, minutes }, now)
  const lots = await lotsOf(db, userId, bundle.source)
  if (isGranted(bundle, lots)) return lots
  return inTransaction(db, async (tx) => {
    await lockUser(tx, userId)
    return refreshLots(tx, userId, now)
  })
}

function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  // Kysely has no type guard for this.
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work)
}

/** Lots with seconds left or held, those that expire first come first. Grants a new month's minutes before. */
export async function openLotsOf(db: Db, userId: string, now: Date): Promise<LotRow[]> {
  await availableSecondsOf(db, userId, now)
  return openLots(db, userId, now)
}

type Page = { page: number; pageSize: number }

/** Seconds spent on processes, newest first. */
export async function spendingOf(db: Db, userId: string, page: Page): Promise<{ spent: Spent[]; total: number }> {
  const [spent, total] = await Promise.all([listSpending(db, userId, page), countSpending(db, userId)])
  return { spent, total }
}
