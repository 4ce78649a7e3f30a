import { randomUUID } from 'node:crypto'

import {
  type Entry,
  holdEntries,
  type LotKind,
  type LotTotals,
  type Allocation,
  replay,
} from '@doslovno/domain/billing/ledger.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import type { LotRow, ReservationRow } from '#platform/tables.ts'

/** Lots with seconds left, ended ones included. */
export function lotsOf(db: Db, userId: string): Promise<LotRow[]> {
  return db.selectFrom('lots').selectAll().where('userId', '=', userId).where('remainingSeconds', '>', 0).execute()
}

/** The lot that the cause `source` was granted as. */
export function findLot(db: Db, source: string): Promise<LotRow | undefined> {
  return db.selectFrom('lots').selectAll().where('source', '=', source).executeTakeFirst()
}

type Grant = { userId: string; kind: LotKind; seconds: number; startsAt: Date; expiresAt: Date; source: string }

/** The same source grants once; a repeat changes nothing and returns false. */
export async function insertLot(db: Db, { seconds, ...lot }: Grant, now: Date): Promise<boolean> {
  const id = randomUUID()
  const granted = await db
    .insertInto('lots')
    .values({ id, ...lot, grantedSeconds: seconds, remainingSeconds: seconds })
    .onConflict((conflict) => conflict.column('source').doNothing())
    .executeTakeFirst()
  if (granted.numInsertedOrUpdatedRows !== 1n) return false
  const entries: Entry[] = [{ lotId: id, kind: 'grant', seconds }]
  await insertEntries(db, { userId: lot.userId, entries, reservationId: null, now })
  return true
}

/**
 * Moves the end of running plan lots to `now`, held ones included. Their source is freed: the new plan may begin in the
 * same month, even in the same moment.
 */
export async function endPlanLots(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('lots')
    .set({ expiresAt: sql`greatest(starts_at, ${now})`, source: sql`'replaced:' || id` })
    .where('userId', '=', userId)
    .where('kind', '=', 'plan')
    .where('expiresAt', '>', now)
    .execute()
}

export function findReservation(db: Db, processId: string): Promise<ReservationRow | undefined> {
  return db.selectFrom('reservations').selectAll().where('processId', '=', processId).executeTakeFirst()
}

type Hold = { userId: string; processId: string; allocations: readonly Allocation[]; now: Date }

export async function insertReservation(
  db: Db,
  { userId, processId, allocations, now }: Hold,
): Promise<ReservationRow> {
  const id = randomUUID()
  const seconds = allocations.reduce((sum, allocation) => sum + allocation.seconds, 0)
  const row = { id, userId, processId, seconds, createdAt: now }
  const reservation = await db.insertInto('reservations').values(row).returningAll().executeTakeFirstOrThrow()
  await db
    .insertInto('reservationParts')
    .values(allocations.map((allocation, position) => ({ reservationId: id, position, ...allocation })))
    .execute()
  await postEntries(db, { userId, entries: holdEntries(allocations), reservationId: id, now })
  return reservation
}

/** Allocations in the order they were taken, with the end of their lots. */
export function allocationsOf(db: Db, reservationId: string) {
  return db
    .selectFrom('reservationParts as allocation')
    .innerJoin('lots as lot', 'lot.id', 'allocation.lotId')
    .select(['allocation.lotId', 'allocation.seconds', 'lot.expiresAt'])
    .where('allocation.reservationId', '=', reservationId)
    .orderBy('allocation.position')
    .execute()
}

type End = { state: 'settled' | 'released'; usedSeconds: number; endedAt: Date }

export async function endReservation(db: Db, id: string, end: End): Promise<void> {
  await db.updateTable('reservations').set(end).where('id', '=', id).execute()
}

type Posting = { userId: string; entries: readonly Entry[]; reservationId: string | null; now: Date }

/** Appends entries and moves their lots by the same amounts. Lots change in no other way. */
export async function postEntries(db: Db, posting: Posting): Promise<void> {
  if (posting.entries.length === 0) return
  await insertEntries(db, posting)
  for (const [lotId, change] of replay(posting.entries)) await addToLot(db, lotId, change)
}

async function insertEntries(db: Db, { userId, entries, reservationId, now }: Posting): Promise<void> {
  await db
    .insertInto('ledgerEntries')
    .values(entries.map((entry) => ({ ...entry, userId, reservationId, at: now })))
    .execute()
}

async function addToLot(db: Db, lotId: string, change: LotTotals): Promise<void> {
  await db
    .updateTable('lots')
    .set({
      remainingSeconds: sql`remaining_seconds + ${change.remainingSeconds}`,
      heldSeconds: sql`held_seconds + ${change.heldSeconds}`,
      consumedSeconds: sql`consumed_seconds + ${change.consumedSeconds}`,
      expiredSeconds: sql`expired_seconds + ${change.expiredSeconds}`,
      revokedSeconds: sql`revoked_seconds + ${change.revokedSeconds}`,
    })
    .where('id', '=', lotId)
    .execute()
}
