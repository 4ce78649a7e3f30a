import { splitUsed } from '@doslovno/domain/billing/ledger.ts'

import type { Tx } from '#platform/db.ts'
import type { ReservationRow } from '#platform/tables.ts'

import { endReservation, findReservation, insertEntry, lockUser, moveSeconds, partsOf } from './repo.ts'

/** Ends a hold: what was used is spent, the rest goes back. Ended once, it stays as it ended. */
export async function settleSeconds(tx: Tx, processId: string, usedSeconds: number, now: Date): Promise<void> {
  const found = await findReservation(tx, processId)
  if (!found) return
  await lockUser(tx, found.userId)
  const reservation = await findReservation(tx, processId)
  if (reservation?.state !== 'held') return
  const used = Math.min(Math.max(0, usedSeconds), reservation.seconds)
  const parts = await partsOf(tx, reservation.id)
  const expiries = new Map(parts.map((part) => [part.lotId, part.expiresAt]))
  for (const { lotId, seconds, usedSeconds: usedOfPart } of splitUsed(parts, used)) {
    await capture(tx, reservation, lotId, usedOfPart, now)
    await giveBack(
      tx,
      reservation,
      { lotId, seconds: seconds - usedOfPart, expiresAt: expiries.get(lotId) ?? now },
      now,
    )
  }
  await endReservation(tx, reservation.id, {
    state: used > 0 ? 'settled' : 'released',
    usedSeconds: used,
    endedAt: now,
  })
}

/** Gives a whole hold back: the work failed or was called off. */
export function releaseSeconds(tx: Tx, processId: string, now: Date): Promise<void> {
  return settleSeconds(tx, processId, 0, now)
}

async function capture(
  tx: Tx,
  { id, userId }: ReservationRow,
  lotId: string,
  seconds: number,
  now: Date,
): Promise<void> {
  if (seconds === 0) return
  await moveSeconds(tx, lotId, { held: -seconds, consumed: seconds })
  await insertEntry(tx, { at: now, userId, lotId, kind: 'capture', seconds: 0, reservationId: id })
}

type Back = { lotId: string; seconds: number; expiresAt: Date }

/** A lot that ended while it was held takes nothing back: its time is over. */
async function giveBack(
  tx: Tx,
  { id, userId }: ReservationRow,
  { lotId, seconds, expiresAt }: Back,
  now: Date,
): Promise<void> {
  if (seconds === 0) return
  const isOver = expiresAt <= now
  await moveSeconds(tx, lotId, isOver ? { held: -seconds, expired: seconds } : { held: -seconds, remaining: seconds })
  const entry = { at: now, userId, lotId, reservationId: id }
  await insertEntry(tx, isOver ? { ...entry, kind: 'expire', seconds: 0 } : { ...entry, kind: 'release', seconds })
}
