import type { Db } from '#platform/db.ts'
import type { SubscriptionRow, TariffRow } from '#platform/tables.ts'

export type Subscription = Omit<SubscriptionRow, 'tariffId'> & { tariff: TariffRow }

export async function subscriptionOf(db: Db, userId: string): Promise<Subscription> {
  const { billingPeriod, status, anchorAt, thesesLeft, ...tariff } = await db
    .selectFrom('subscriptions')
    .innerJoin('tariffs', 'tariffs.id', 'subscriptions.tariffId')
    .selectAll('tariffs')
    .select(['billingPeriod', 'status', 'anchorAt', 'thesesLeft'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, billingPeriod, status, anchorAt, thesesLeft, tariff }
}

type NewSubscription = Pick<SubscriptionRow, 'userId' | 'tariffId' | 'anchorAt'>

export async function insertSubscription(db: Db, subscription: NewSubscription): Promise<void> {
  await db.insertInto('subscriptions').values(subscription).execute()
}

export function listPublicTariffs(db: Db): Promise<TariffRow[]> {
  return db.selectFrom('tariffs').selectAll().where('isPublic', '=', true).orderBy('id').execute()
}

type NewTariff = Omit<TariffRow, 'meta' | 'isPublic'> & { meta: string }

/** Leaves existing tariffs alone: operators edit them in the database. */
export async function insertTariffsOnce(db: Db, tariffs: readonly NewTariff[]): Promise<void> {
  await db
    .insertInto('tariffs')
    .values([...tariffs])
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
