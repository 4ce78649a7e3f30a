import { randomUUID } from 'node:crypto'

import { grantRegistrationBonus, startSubscription } from '#features/billing/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { insertUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

import { type Consent, insertConsents } from './repo.ts'

type Person = {
  email: string | null
  name: string
  surname: string
  passwordHash: string | null
  utmData: string
  isPasswordPending?: boolean
}

/** Creates an account with its subscription, consents, bonus and history, for every way of registering. */
export async function createAccount(tx: Tx, person: Person, consent: Consent, now: Date): Promise<UserRow> {
  const user = await insertUser(tx, { id: randomUUID(), ...person })
  if (!user) throw new AppError('userExists')
  await startSubscription(tx, { userId: user.id, now })
  await insertConsents(tx, user.id, consent)
  await grantRegistrationBonus(tx, user.id, now)
  await recordAudit(tx, { kind: 'registered', userId: user.id, address: consent.address })
  return user
}
