import { randomUUID } from 'node:crypto'

import { recordAudit } from '#features/audit/index.ts'
import { grantRegistrationBonus } from '#features/billing/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

import { type Consent, insertConsents, insertUser } from './repo.ts'

type Person = { email: string | null; name: string; surname: string; passwordHash: string | null; utmData: string }

/** Brings an account to life, whatever way its owner came: consents, the bonus and the history belong to it. */
export async function createAccount(tx: Tx, person: Person, consent: Consent, now: Date): Promise<UserRow> {
  const user = await insertUser(tx, { id: randomUUID(), ...person, tariffSince: now })
  if (!user) throw new AppError('userExists')
  await insertConsents(tx, user.id, consent)
  await grantRegistrationBonus(tx, user.id, now)
  await recordAudit(tx, { kind: 'registered', userId: user.id, address: consent.address })
  return user
}
