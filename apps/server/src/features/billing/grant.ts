import { EXTRA_DAYS, REGISTRATION_BONUS_SECONDS, SECONDS_PER_MINUTE } from '@doslovno/domain/billing/minutes.ts'
import { periodAt } from '@doslovno/domain/billing/period.ts'

import type { Db } from '#platform/db.ts'
import type { UserRow } from '#platform/tables.ts'

import { findTariff, insertLot } from './repo.ts'

const DAY_MS = 24 * 3600 * 1000

/** Once in the life of an account, whatever way it was registered. */
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

/** The minutes of the tariff's present month; asked whenever somebody looks, granted the first time. */
export async function grantPlan(tx: Db, user: UserRow, now: Date): Promise<void> {
  const { minutes } = await findTariff(tx, user.tariffId)
  if (minutes === 0) return
  const { start, end } = periodAt(user.tariffSince, now)
  const source = planSource(user, start)
  await insertLot(
    tx,
    { userId: user.id, kind: 'plan', seconds: minutes * SECONDS_PER_MINUTE, startsAt: start, expiresAt: end, source },
    now,
  )
}

export function planSource({ id, tariffId }: UserRow, start: Date): string {
  return `plan:${id}:${tariffId}:${start.toISOString()}`
}
