import { takeSeconds, settleEntries, revokeEntries } from '@doslovno/domain/billing/ledger.ts'

import { lockUser } from '#features/users/index.ts'
import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ReservationRow } from '#platform/tables.ts'

import { refreshLots } from './grant.ts'
import {
  allocationsOf,
  endReservation,
  findLot,
  findReservation,
  insertReservation,
  postEntries,
  raiseShown,
} from './repo.ts'

type Reserve = {
  userId: string
  processId: string
  seconds: number
  /** Holds less if there is not enough. */
  force: boolean
  now: Date
}

/** Holds seconds for a process from the lots that expire first. Repeated calls return the same reservation. */
export async function reserveSeconds(
  tx: Tx,
  { userId, processId, seconds, force, now }: Reserve,
): Promise<ReservationRow> {
  await lockUser(tx, userId)
  const before = await findReservation(tx, processId)
  if (before) return before
  const allocations = takeSeconds(await refreshLots(tx, userId, now), seconds, now, force)
  if (!allocations) throw new AppError('notEnoughMinutes')
  return insertReservation(tx, { userId, processId, allocations, now })
}

/** Ends a hold once: consumes the used seconds and returns the rest. Later calls change nothing. */
export async function settleSeconds(tx: Tx, processId: string, usedSeconds: number, now: Date): Promise<void> {
  const found = await findReservation(tx, processId)
  if (!found) return
  await lockUser(tx, found.userId)
  const reservation = await findReservation(tx, processId)
  if (reservation?.state !== 'held') return
  const { id, userId, seconds } = reservation
  const used = Math.min(Math.max(0, usedSeconds), seconds)
  const entries = settleEntries(await allocationsOf(tx, id), used, now)
  await postEntries(tx, { userId, entries, reservationId: id, now })
  await endReservation(tx, id, { state: used > 0 ? 'settled' : 'released', usedSeconds: used, endedAt: now })
}

/** Returns a whole hold after a failure. */
export function releaseSeconds(tx: Tx, processId: string, now: Date): Promise<void> {
  return settleSeconds(tx, processId, 0, now)
}

/** Notes how far a draft of a process shows its text; false if the hold has ended, so that it must not. */
export async function noteShown(db: Db, processId: string, seconds: number): Promise<boolean> {
  const hold = await findReservation(db, processId)
  if (!hold || hold.shownSeconds >= seconds) return true
  return raiseShown(db, hold.id, seconds)
}

type Revoke = { userId: string; source: string; seconds: number; now: Date }

/** Takes seconds of a refunded grant back, at most those that remain. Returns how many were taken. */
export async function revokeSeconds(tx: Tx, { userId, source, seconds, now }: Revoke): Promise<number> {
  await lockUser(tx, userId)
  const lot = await findLot(tx, source)
  if (lot?.userId !== userId) return 0
  const entries = revokeEntries(lot, seconds, now)
  await postEntries(tx, { userId, entries, reservationId: null, now })
  return entries.reduce((sum, entry) => sum - entry.seconds, 0)
}
