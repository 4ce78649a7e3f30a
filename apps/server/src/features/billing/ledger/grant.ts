import { entitlementsOf } from '@doslovno/domain/billing/entitlements.ts'
import { expiryEntries } from '@doslovno/domain/billing/ledger.ts'
import { extraEnd, REGISTRATION_BONUS_SECONDS } from '@doslovno/domain/billing/minutes.ts'

import { type Subscription, subscriptionOf } from '#features/billing/subscription/repo.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'

import { endPlanLots, insertLot, lotsOf, postEntries } from './repo.ts'

/** Granted once per account, whichever way it was registered. */
export async function grantRegistrationBonus(db: Db, userId: string, now: Date): Promise<void> {
  const seconds = REGISTRATION_BONUS_SECONDS
  const source = `registration:${userId}`
  await insertLot(db, { userId, kind: 'bonus', seconds, startsAt: now, expiresAt: extraEnd(now), source }, now)
}

type ExtraGrant = {
  userId: string
  seconds: number
  /** The cause of the grant, such as `payment:<id>`; the same cause grants once. */
  source: string
  kind: 'extra' | 'promo' | 'goodwill'
  now: Date
}

/** Grants minutes beside the plan, valid for 365 days. Returns false if this cause was granted before. */
export async function grantExtra(tx: Tx, { userId, seconds, source, kind, now }: ExtraGrant): Promise<boolean> {
  await lockUser(tx, userId)
  return insertLot(tx, { userId, kind, seconds, startsAt: now, expiresAt: extraEnd(now), source }, now)
}

/** Grants the current month's minutes if the month is paid; a repeat changes nothing. */
export async function grantPlan(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockUser(tx, userId)
  await grantMonth(tx, await subscriptionOf(tx, userId), now)
}

/**
 * Ends the minutes of the current plan at once. Held seconds stay with their reservation; what it does not use expires
 * when it is settled. The caller then changes the subscription and calls `grantPlan`, in the same transaction.
 */
export async function replacePlan(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockUser(tx, userId)
  await endPlanLots(tx, userId, now)
  const entries = expiryEntries(await lotsOf(tx, userId), now)
  await postEntries(tx, { userId, entries, reservationId: null, now })
}

/** The caller holds the user's lock and has read the subscription under it. */
export async function grantMonth(tx: Tx, subscription: Subscription, now: Date): Promise<void> {
  const { secondsPerPeriod: seconds, period } = entitlementsOf(subscription, now)
  if (seconds === 0) return
  const { userId } = subscription
  const { start: startsAt, end: expiresAt } = period
  await insertLot(tx, { userId, kind: 'plan', seconds, startsAt, expiresAt, source: planSource(userId, startsAt) }, now)
}

/** A month has one bundle, whatever the tariff. */
export function planSource(userId: string, start: Date): string {
  return `plan:${userId}:${start.toISOString()}`
}
