import { takeSeconds } from '@doslovno/domain/billing/ledger.ts'

import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ReservationRow } from '#platform/tables.ts'

import { grantPlan } from './grant.ts'
import { findReservation, insertReservation, lockUser, lotsOf } from './repo.ts'

type Reserve = {
  userId: string
  processId: string
  seconds: number
  /** Takes what there is, if it is not enough. */
  force: boolean
  now: Date
}

/** Holds seconds for a process, from the lots that expire first; asked again for the same process, it is the same hold. */
export async function reserveSeconds(
  tx: Tx,
  { userId, processId, seconds, force, now }: Reserve,
): Promise<ReservationRow> {
  const user = await lockUser(tx, userId)
  const before = await findReservation(tx, processId)
  if (before) return before
  await grantPlan(tx, user, now)
  const parts = takeSeconds(await lotsOf(tx, userId), seconds, now, force)
  if (!parts) throw new AppError('notEnoughMinutes')
  return insertReservation(tx, { userId, processId, parts, now })
}
