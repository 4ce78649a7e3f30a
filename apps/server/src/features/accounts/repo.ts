import type { Provider } from '@doslovno/contract/account/providers.ts'
import { legalDocuments, legalVersions } from '@doslovno/domain/account/legal.ts'
import { sql } from 'kysely'

import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { ProviderTokenRow } from '#platform/tables.ts'

export type Consent = { acceptedAt: Date; address: string; userAgent: string }

/** One row per document, with the version shown. */
export async function insertConsents(db: Db, userId: string, consent: Consent): Promise<void> {
  const rows = legalDocuments.map((document) => ({ userId, document, version: legalVersions[document], ...consent }))
  await db.insertInto('consents').values(rows).execute()
}

type Identity = { provider: Provider; subject: string; userId: string; createdAt: Date }

/** Returns false if the provider's account already belongs to a user. */
export async function insertIdentity(db: Db, identity: Identity): Promise<boolean> {
  const inserted = await db
    .insertInto('identities')
    .values(identity)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

export async function findIdentity(db: Db, provider: Provider, subject: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('identities')
    .select('userId')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return found?.userId
}

export function identitiesOf(db: Db, userId: string): Promise<Pick<Identity, 'provider' | 'createdAt'>[]> {
  return db.selectFrom('identities').select(['provider', 'createdAt']).where('userId', '=', userId).execute()
}

export async function deleteIdentity(db: Db, userId: string, provider: Provider): Promise<boolean> {
  const deleted = await db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Returns whether there was any. */
export async function deleteIdentitiesSince(db: Db, userId: string, since: Date): Promise<boolean> {
  const deleted = await db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export function findProviderToken(db: Db, hash: Buffer): Promise<ProviderTokenRow | undefined> {
  return db.selectFrom('providerTokens').selectAll().where('hash', '=', hash).executeTakeFirst()
}

type NewProviderToken = Pick<ProviderTokenRow, 'hash' | 'provider' | 'expiresAt'> & { profile: string }

export async function insertProviderToken(db: Db, token: NewProviderToken): Promise<void> {
  await db
    .insertInto('providerTokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Spends a token by one statement, so that one of two concurrent calls wins; false for the other. */
export async function spendProviderToken(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('providerTokens')
    .set({ spentAt: now })
    .where('hash', '=', hash)
    .where('spentAt', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

/** Deletes tokens a day after they expired, with the profiles of people who did not consent; returns how many. */
export function forgetOldTokens(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('providerTokens')
      .where('hash', 'in', (eb) =>
        eb.selectFrom('providerTokens').select('hash').where('expiresAt', '<', daysBefore(now, 1)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** How a person signs in and what they agreed to, for the archive of their data. */
export async function exportSignIns(db: Db, userId: string) {
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'subject', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  const consents = await db
    .selectFrom('consents')
    .select(['document', 'version', 'acceptedAt', 'address', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  return { identities, consents }
}

/** Deletes the profiles that providers told of a person whose account is deleted; the rest goes with the account. */
export async function forgetUser(db: Db, userId: string): Promise<void> {
  await sql`
    delete from provider_tokens using identities
    where identities.user_id = ${userId} and identities.provider = provider_tokens.provider
      and identities.subject = profile->>'subject'`.execute(db)
}
