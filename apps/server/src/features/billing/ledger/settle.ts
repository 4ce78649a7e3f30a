import { settleEntries } from '@doslovno/domain/billing/ledger.ts'

import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { endReservation, findReservation, allocationsOf, postEntries } from './repo.ts'

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

/** Returns a whole hold after a failure or a cancel. */
export function releaseSeconds(tx: Tx, processId: string, now: Date): Promise<void> {
  return settleSeconds(tx, processId, 0, now)
}
