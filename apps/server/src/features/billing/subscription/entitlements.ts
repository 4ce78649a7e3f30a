import { type Entitlements, entitlementsOf } from '@doslovno/domain/billing/entitlements.ts'

import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'

import { subscriptionOf } from './repo.ts'

export async function entitlementsFor(db: Db, userId: string, now: Date): Promise<Entitlements> {
  return entitlementsOf(await subscriptionOf(db, userId), now)
}

/** Holds the user's lock until the transaction ends, so that two calls never spend the same allowance. */
export async function lockEntitlements(tx: Tx, userId: string, now: Date): Promise<Entitlements> {
  await lockUser(tx, userId)
  return entitlementsFor(tx, userId, now)
}
