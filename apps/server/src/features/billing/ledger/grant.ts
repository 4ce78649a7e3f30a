import { entitlementsOf } from '@doslovno/domain/billing/entitlements.ts'
import { EXTRA_DAYS, REGISTRATION_BONUS_SECONDS } from '@doslovno/domain/billing/minutes.ts'

import type { Subscription } from '#features/billing/subscription/repo.ts'
import type { Db } from '#platform/db.ts'

import { insertLot } from './repo.ts'

const DAY_MS = 24 * 3600 * 1000

/** Granted once per account, whichever way it was registered. */
export async function grantRegistrationBonus(tx: Db, userId: string, now: Date): Promise<void> {
  await insertLot(
    tx,
    {
      userId,
      kind: 'bonus',
      seconds: REGISTRATION_BONUS_SECONDS,
      startsAt: now,
      expiresAt: new Date(now.getTime() + EXTRA_DAYS * DAY_MS),
      source: `registration:${userId}`,
    },
    now,
  )
}

/** Grants the current month's minutes; a repeat changes nothing. */
export async function grantPlan(tx: Db, subscription: Subscription, now: Date): Promise<void> {
  const { secondsPerPeriod: seconds, period } = entitlementsOf(subscription, now)
  if (seconds === 0) return
  const { userId } = subscription
  const { start: startsAt, end: expiresAt } = period
  const source = planSource(subscription, startsAt)
  await insertLot(tx, { userId, kind: 'plan', seconds, startsAt, expiresAt, source }, now)
}

export function planSource({ userId, tariff }: Subscription, start: Date): string {
  return `plan:${userId}:${tariff.id}:${start.toISOString()}`
}
