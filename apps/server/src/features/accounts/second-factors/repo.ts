import { sql } from 'kysely'

import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { Passkeys, SignInChallenges, TotpSecrets } from '#platform/tables/account.ts'

export type Protection = { isTotpOn: boolean; passkeyCount: number; codesLeft: number }

export async function protectionOf(db: Db, userId: string): Promise<Protection> {
  const count = sql<number>`count(*)::int`
  const { totps, passkeyCount, codesLeft } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('totpSecrets')
        .where('userId', '=', userId)
        .where('confirmedAt', 'is not', null)
        .select(count.as('count'))
        .as('totps'),
      eb.selectFrom('passkeys').where('userId', '=', userId).select(count.as('count')).as('passkeyCount'),
      eb
        .selectFrom('recoveryCodes')
        .where('userId', '=', userId)
        .where('usedAt', 'is', null)
        .select(count.as('count'))
        .as('codesLeft'),
    ])
    .executeTakeFirstOrThrow()
  return { isTotpOn: totps === 1, passkeyCount: passkeyCount ?? 0, codesLeft: codesLeft ?? 0 }
}

/** Keeps a secret until its first code; false if the account has a confirmed one. */
export async function insertTotp(db: Db, totp: Pick<TotpSecrets, 'userId' | 'sealed' | 'createdAt'>): Promise<boolean> {
  const { sealed, createdAt } = totp
  const kept = await db
    .insertInto('totpSecrets')
    .values({ ...totp, confirmedAt: null })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ sealed, createdAt }).where('totpSecrets.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findTotp(
  db: Db,
  userId: string,
): Promise<Pick<TotpSecrets, 'sealed' | 'createdAt' | 'confirmedAt'> | undefined> {
  return db
    .selectFrom('totpSecrets')
    .select(['sealed', 'createdAt', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Switches a secret on, unless it was replaced or switched on meanwhile. */
export async function confirmSecret(
  db: Db,
  { userId, sealed, step, now }: { userId: string; sealed: Buffer; step: number; now: Date },
): Promise<boolean> {
  const confirmed = await db
    .updateTable('totpSecrets')
    .set({ confirmedAt: now, lastStep: step })
    .where('userId', '=', userId)
    .where('sealed', '=', sealed)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return confirmed.numUpdatedRows > 0n
}

/** Spends a time step by one statement, so that one of two concurrent codes wins. */
export async function spendStep(db: Db, userId: string, step: number): Promise<boolean> {
  const spent = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('totpSecrets').where('userId', '=', userId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

type NewCodes = { userId: string; hashes: readonly Buffer[]; createdAt: Date }

export async function insertCodes(db: Db, { userId, hashes, createdAt }: NewCodes): Promise<void> {
  await db
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash, usedAt: null, createdAt })))
    .execute()
}

/** Spends a code by one statement, so that one of two concurrent uses wins. */
export async function spendCode(db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const spent = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return spent.numUpdatedRows > 0n
}

export async function deleteCodes(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/** The passkeys of a user, the oldest first. */
export function listPasskeys(db: Db, userId: string) {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('createdAt').orderBy('id').execute()
}

export function findPasskey(db: Db, id: string) {
  return db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
}

type PasskeyRow = Omit<Passkeys, 'transports' | 'lastUsedAt'> & { transports: string[] }

/** False if the passkey belongs to an account already. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values({ ...passkey, lastUsedAt: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Moves the counter on by one statement; false if it went back. Passkeys without a counter stay at zero. */
export async function markPasskeyUsed(db: Db, id: string, counter: number, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db.deleteFrom('passkeys').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute()
}

/** Deletes what was added since a moment, and an app that is not switched on; says what protected the account. */
export async function deleteFactorsSince(db: Db, userId: string, since: Date) {
  const passkeys = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  const apps = await db
    .deleteFrom('totpSecrets')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('confirmedAt', 'is', null), eb('confirmedAt', '>=', since)]))
    .returning('confirmedAt')
    .execute()
  const codes = await db
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  return {
    passkeys: passkeys.numDeletedRows > 0n,
    app: apps.some(({ confirmedAt }) => confirmedAt),
    codes: codes.numDeletedRows > 0n,
  }
}

export async function insertChallenge(db: Db, challenge: Omit<SignInChallenges, 'attempts'>): Promise<void> {
  await db.insertInto('signInChallenges').values(challenge).execute()
}

/** The user of a sign-in that waits for its second factor. */
export async function userOfSignIn(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const found = await db
    .selectFrom('signInChallenges')
    .select('userId')
    .where('hash', '=', hash)
    .where('purpose', '=', 'secondFactor')
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return found?.userId ?? undefined
}

export async function setChallenge(db: Db, hash: Buffer, challenge: string): Promise<void> {
  await db
    .updateTable('signInChallenges')
    .set({ challenge })
    .where('hash', '=', hash)
    .where('purpose', '=', 'secondFactor')
    .execute()
}

/** Counts an attempt before it is checked; undefined if none is left. */
export function countAttempt(
  db: Db,
  hash: Buffer,
  { most, now }: { most: number; now: Date },
): Promise<Pick<SignInChallenges, 'challenge'> | undefined> {
  return db
    .updateTable('signInChallenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('hash', '=', hash)
    .where('purpose', '=', 'secondFactor')
    .where('attempts', '<', most)
    .where('expiresAt', '>', now)
    .returning('challenge')
    .executeTakeFirst()
}

/** Takes a challenge by one statement: it is good for one use. */
export function takeChallenge(
  db: Db,
  purpose: SignInChallenges['purpose'],
  hash: Buffer,
  now: Date,
): Promise<Pick<SignInChallenges, 'userId' | 'signedBy' | 'challenge'> | undefined> {
  return db
    .deleteFrom('signInChallenges')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning(['userId', 'signedBy', 'challenge'])
    .executeTakeFirst()
}

/** Ends the sign-ins of a user that wait for their second factor, for example after a change of the password. */
export async function cancelSignIns(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('signInChallenges').where('userId', '=', userId).execute()
}

/** Deletes expired challenges, and secrets of apps that were never confirmed; returns how many. */
export async function forgetOldChallenges(db: Db, now: Date): Promise<number> {
  const challenges = await deleteInBatches((limit) =>
    db
      .deleteFrom('signInChallenges')
      .where('hash', 'in', (eb) =>
        eb.selectFrom('signInChallenges').select('hash').where('expiresAt', '<', now).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
  const secrets = await deleteInBatches((limit) =>
    db
      .deleteFrom('totpSecrets')
      .where('userId', 'in', (eb) =>
        eb
          .selectFrom('totpSecrets')
          .select('userId')
          .where('confirmedAt', 'is', null)
          .where('createdAt', '<', daysBefore(now, 1))
          .limit(limit),
      )
      .where('confirmedAt', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  return challenges + secrets
}

/** How an account is protected, without secrets, for the archive of its owner's data. */
export async function exportFactors(db: Db, userId: string) {
  const app = await db
    .selectFrom('totpSecrets')
    .select(['createdAt', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  const recoveryCodes = await db.selectFrom('recoveryCodes').select('usedAt').where('userId', '=', userId).execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'transports', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
  return { app: app ?? null, recoveryCodes, passkeys }
}
