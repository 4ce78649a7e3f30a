import { legalDocuments, legalVersions } from '@doslovno/domain/account/legal.ts'

import type { Db } from '#platform/db.ts'
import type { UserRow } from '#platform/tables.ts'

export function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export type NewUser = {
  id: string
  email: string | null
  name: string
  surname: string
  passwordHash: string | null
  tariffSince: Date
  utmData?: string
  tariffId?: number
  isSuperuser?: boolean
}

/** Undefined when somebody has the e-mail already. */
export function insertUser(db: Db, user: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
}

type Changes = Partial<Pick<UserRow, 'name' | 'surname' | 'passwordHash'>>

export async function updateUser(db: Db, id: string, changes: Changes): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** False when somebody else has the address. */
export async function updateEmail(db: Db, id: string, email: string): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('users as other')
            .select('other.id')
            .where('other.email', '=', email)
            .where('other.id', '!=', id),
        ),
      ),
    )
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export type Consent = { acceptedAt: Date; address: string; userAgent: string }

/** Each document is accepted by itself, in the version that was shown. */
export async function insertConsents(db: Db, userId: string, consent: Consent): Promise<void> {
  const rows = legalDocuments.map((document) => ({ userId, document, version: legalVersions[document], ...consent }))
  await db.insertInto('consents').values(rows).execute()
}

type Identity = { provider: string; subject: string; userId: string }

/** False when the provider's account belongs to somebody already. */
export async function insertIdentity(db: Db, identity: Identity): Promise<boolean> {
  const inserted = await db
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function findIdentity(db: Db, provider: string, subject: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('identities')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.userId
}
