import { availableSeconds } from '@doslovno/domain/billing/ledger.ts'
import { type Period, periodAt } from '@doslovno/domain/billing/period.ts'

import type { Db } from '#platform/db.ts'
import type { LotRow, TariffRow, UserRow } from '#platform/tables.ts'

import { grantPlan, planSource } from './grant.ts'
import { countUploadsSince, findTariff, lotsOf } from './repo.ts'

export type Balance = {
  tariff: TariffRow
  period: Period
  planSeconds: number
  extraSeconds: number
  /** Null: no limit. */
  availableUploads: number | null
}

/** What a user has now. A month that has just begun gets its minutes when somebody looks first. */
export async function balanceOf(db: Db, user: UserRow, now: Date): Promise<Balance> {
  const period = periodAt(user.tariffSince, now)
  const [tariff, lots, uploads] = await Promise.all([
    findTariff(db, user.tariffId),
    lotsWithPlan(db, user, period, now),
    countUploadsSince(db, user.id, period.start),
  ])
  const { limitFileCount } = tariff
  return {
    tariff,
    period,
    planSeconds: availableSeconds(
      lots.filter((lot) => lot.kind === 'plan'),
      now,
    ),
    extraSeconds: availableSeconds(
      lots.filter((lot) => lot.kind !== 'plan'),
      now,
    ),
    availableUploads: limitFileCount === null ? null : Math.max(0, limitFileCount - uploads),
  }
}

/** Seconds of every kind that a user could spend now. */
export async function availableSecondsOf(db: Db, userId: string, now: Date): Promise<number> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  return availableSeconds(await lotsWithPlan(db, user, periodAt(user.tariffSince, now), now), now)
}

async function lotsWithPlan(db: Db, user: UserRow, period: Period, now: Date): Promise<LotRow[]> {
  if (await hasPlanLot(db, user, period)) return lotsOf(db, user.id)
  if (db.isTransaction) await grantPlan(db, user, now)
  else await db.transaction().execute((tx) => grantPlan(tx, user, now))
  return lotsOf(db, user.id)
}

async function hasPlanLot(db: Db, user: UserRow, { start }: Period): Promise<boolean> {
  const found = await db
    .selectFrom('lots')
    .select('id')
    .where('source', '=', planSource(user, start))
    .executeTakeFirst()
  return found !== undefined
}
