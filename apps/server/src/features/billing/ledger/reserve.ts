import { takeSeconds } from '@doslovno/domain/billing/ledger.ts'

import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ReservationRow } from '#platform/tables.ts'

import { refreshLots } from './refresh.ts'
import { findReservation, insertReservation } from './repo.ts'

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
