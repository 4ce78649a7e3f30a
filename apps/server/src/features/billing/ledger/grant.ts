import { randomUUID } from 'node:crypto'

import { bundleAt, type BundleTerms } from '@doslovno/domain/billing/entitlements.ts'
import { expiryEntries } from '@doslovno/domain/billing/ledger.ts'
import { extraEnd, REGISTRATION_BONUS_SECONDS } from '@doslovno/domain/billing/minutes.ts'

import type { Context } from '#context.ts'
import { type Operator, recordAudit } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import type { LotRow } from '#platform/tables.ts'

import { bundleTermsOf, endPlanLots, insertLot, postEntries, lotsOf } from './repo.ts'

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
  await insertBundle(tx, bundleOf(userId, await bundleTermsOf(tx, userId), now), now)
}

/**
 * Ends the minutes of the current plan at once. Held seconds stay with their reservation; what it does not use expires
 * when it is settled. The caller then changes the subscription and calls `grantPlan`, in the same transaction.
 */
export async function replacePlan(tx: Tx, userId: string, now: Date): Promise<void> {
  await lockUser(tx, userId)
  const entries = expiryEntries(await endPlanLots(tx, userId, now), now)
  await postEntries(tx, { userId, entries, reservationId: null, now })
}

export type Bundle = { userId: string; seconds: number; startsAt: Date; expiresAt: Date; source: string }

/** The minutes of the current month; no seconds if it is not paid. A month has one bundle, whatever the tariff. */
export function bundleOf(userId: string, terms: BundleTerms, now: Date): Bundle {
  const { period, seconds, expiresAt } = bundleAt(terms, now)
  const startsAt = period.start
  return { userId, seconds, startsAt, expiresAt, source: `plan:${userId}:${startsAt.toISOString()}` }
}

/** The caller holds the user's lock and has read the terms under it. */
export async function insertBundle(tx: Tx, bundle: Bundle, now: Date): Promise<void> {
  if (bundle.seconds > 0) await insertLot(tx, { ...bundle, kind: 'plan' }, now)
}

type Grant = Operator & { userId: string; minutes: number }

/** An operator grants minutes beside the plan, valid like bought ones. */
export async function grantByHand({ db, now }: Context, { userId, minutes, by, reason }: Grant): Promise<void> {
  const source = `operator:${randomUUID()}`
  await db.transaction().execute(async (tx) => {
    await grantExtra(tx, { userId, seconds: minutes * 60, source, kind: 'goodwill', now: now() })
    await recordAudit(tx, { kind: 'minutesGranted', userId, details: { minutes: String(minutes), source, by, reason } })
  })
}

/**
 * Grants the month's minutes and expires what remains of ended lots. The caller holds the user's lock, so the
 * terms are read again: they may have changed before the lock was taken.
 */
export async function refreshLots(tx: Tx, userId: string, now: Date): Promise<LotRow[]> {
  const lots = await lotsWithBundle(tx, bundleOf(userId, await bundleTermsOf(tx, userId), now), now)
  await postEntries(tx, { userId, entries: expiryEntries(lots, now), reservationId: null, now })
  return lots.filter((lot) => lot.expiresAt > now)
}

async function lotsWithBundle(tx: Tx, bundle: Bundle, now: Date): Promise<LotRow[]> {
  const lots = await lotsOf(tx, bundle.userId, bundle.source)
  if (isGranted(bundle, lots)) return lots
  await insertBundle(tx, bundle, now)
  return lotsOf(tx, bundle.userId, bundle.source)
}

export function isGranted({ seconds, source }: Bundle, lots: readonly LotRow[]): boolean {
  return seconds === 0 || lots.some((lot) => lot.source === source)
}
