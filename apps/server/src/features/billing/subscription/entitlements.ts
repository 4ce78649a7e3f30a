import { type Entitlements, entitlementsOf } from '@doslovno/domain/billing/entitlements.ts'

import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { subscriptionOf, insertThesesUse } from './repo.ts'

export async function entitlementsFor(db: Db, userId: string, now: Date): Promise<Entitlements> {
  return entitlementsOf(await subscriptionOf(db, userId), now)
}

/** Holds the user's lock until the transaction ends, so that two calls never spend the same allowance. */
export async function lockEntitlements(tx: Tx, userId: string, now: Date): Promise<Entitlements> {
  await lockUser(tx, userId)
  return entitlementsFor(tx, userId, now)
}

type Use = { userId: string; summaryId: string; now: Date }

/** Takes one generation of theses where the tariff counts them. Holds the user's lock until the transaction ends. */
export async function takeTheses(tx: Tx, { userId, summaryId, now }: Use): Promise<void> {
  const { thesesLeft } = await lockEntitlements(tx, userId, now)
  if (thesesLeft === null) return
  if (thesesLeft === 0) throw new AppError('thesesUsedUp')
  await insertThesesUse(tx, { summaryId, userId, at: now })
}
