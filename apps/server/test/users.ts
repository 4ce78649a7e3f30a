import { randomUUID } from 'node:crypto'

import { FREE_TARIFF_ID } from '@doslovno/domain/billing/tariff.ts'

import { startSubscription } from '#features/billing/index.ts'
import { insertUser } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'

const HOUR_MS = 3_600_000

type NewPerson = { name: string; passwordHash: string; now?: Date; tariffId?: number }

/** A user with a subscription and nothing else, not even the registration bonus. */
export async function addUser(
  db: Db,
  { name, passwordHash, now = new Date(), tariffId = FREE_TARIFF_ID }: NewPerson,
): Promise<{ id: string; email: string }> {
  const id = randomUUID()
  const email = `user-${id}@example.ru`
  await insertUser(db, { id, email, name, passwordHash })
  // Workers have their own clocks; an anchor in the past puts all of them in the same month of the tariff.
  await startSubscription(db, { userId: id, now: new Date(now.getTime() - HOUR_MS), tariffId })
  return { id, email }
}
