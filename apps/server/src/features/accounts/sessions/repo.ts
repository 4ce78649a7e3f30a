import { REFRESH_TOKEN_SECONDS } from '@doslovno/domain/account/session.ts'
import { sql } from 'kysely'

import { forgetBrowserOf, forgetBrowsersOf } from '#features/notifications/index.ts'
import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { SessionRow } from '#platform/tables.ts'
import type { AccessClaims } from '#platform/tokens.ts'

type NewSession = Omit<SessionRow, 'revokedAt'>
type NewToken = { hash: Buffer; sessionId: string; parent: Buffer | null; expiresAt: Date }

/** Inserts a session and its first token in one statement. */
export async function insertSession(db: Db, session: NewSession, token: NewToken): Promise<void> {
  await db
    .with('session', (cte) => cte.insertInto('sessions').values(session).returning('id'))
    .insertInto('refreshTokens')
    .values(token)
    .execute()
}

/** Whether the user has ever signed in from this network. */
export async function hasSignedInFrom(db: Db, userId: string, network: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}

export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db.insertInto('refreshTokens').values(token).execute()
}

export async function sessionOfToken(db: Db, hash: Buffer): Promise<string | undefined> {
  const token = await db.selectFrom('refreshTokens').select('sessionId').where('hash', '=', hash).executeTakeFirst()
  return token?.sessionId
}

/** Locks the session, so that two uses of one token are decided in turn. */
export async function lockToken(db: Db, hash: Buffer) {
  return db
    .selectFrom('refreshTokens as token')
    .innerJoin('sessions as session', 'session.id', 'token.sessionId')
    .select((eb) => [
      'token.usedAt',
      'token.expiresAt',
      'session.id as sessionId',
      'session.userId',
      'session.revokedAt',
      'session.expiresAt as sessionExpiresAt',
      eb
        .exists(
          eb
            .selectFrom('refreshTokens as child')
            .whereRef('child.parent', '=', 'token.hash')
            .where('child.usedAt', 'is not', null)
            .select('child.hash'),
        )
        .$castTo<boolean>()
        .as('childUsed'),
      eb
        .exists(
          eb
            .selectFrom('refreshTokens as sibling')
            .whereRef('sibling.parent', '=', 'token.parent')
            .whereRef('sibling.hash', '!=', 'token.hash')
            .where('sibling.usedAt', 'is not', null)
            .select('sibling.hash'),
        )
        .$castTo<boolean>()
        .as('siblingUsed'),
    ])
    .where('token.hash', '=', hash)
    .forUpdate('session')
    .executeTakeFirst()
}

/** The users of those sessions that have not been ended, by session; without disabled ones, whatever opened their session. */
export async function ownersOfLive(db: Db, sessionIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'userId')
    .select(['sessions.id', 'userId'])
    .where('sessions.id', 'in', sessionIds)
    .where('revokedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .execute()
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** The session of the user, unless it has been ended. */
export function liveSession(
  db: Db,
  { sessionId, userId }: AccessClaims,
): Promise<Pick<SessionRow, 'createdAt'> | undefined> {
  return db
    .selectFrom('sessions')
    .select('createdAt')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
}

export async function markUsed(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('refreshTokens')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .execute()
}

export async function touchSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastUsedAt: now }).where('id', '=', sessionId).execute()
}

export async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
  await forgetBrowserOf(db, sessionId)
}

/** Sessions that can still be renewed, the most recently used first. */
export function listOpenSessions(db: Db, userId: string, now: Date): Promise<SessionRow[]> {
  const unused = new Date(now.getTime() - REFRESH_TOKEN_SECONDS * 1000)
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('lastUsedAt', '>', unused)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Ends a session of a user; false if there is none. */
export async function revokeSessionOf(db: Db, userId: string, sessionId: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return false
  await forgetBrowserOf(db, sessionId)
  return true
}

/** Ends all sessions of a user except `exceptId`. */
export async function revokeSessionsOf(db: Db, userId: string, now: Date, exceptId?: string): Promise<void> {
  const all = db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
  await (exceptId ? all.where('id', '!=', exceptId) : all).execute()
  await forgetBrowsersOf(db, userId, exceptId)
}

/** Returns the user of an unused legacy token and marks it used. */
export async function spendLegacyToken(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const spent = await db
    .updateTable('legacyTokens')
    .set({ usedAt: now })
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return spent?.userId
}

/** Tokens of the first version know nothing of a second factor: none outlives its set-up. */
export async function spendLegacyTokensOf(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('legacyTokens')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
}

const ENDED_DAYS = 30

/** Deletes expired refresh tokens, which are refused like unknown ones, and sessions that ended long ago. */
export async function forgetOldSessions(db: Db, now: Date): Promise<number> {
  const tokens = await deleteInBatches((limit) =>
    db
      .deleteFrom('refreshTokens')
      .where('hash', 'in', (eb) =>
        eb.selectFrom('refreshTokens').select('hash').where('expiresAt', '<', daysBefore(now, 1)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
  const sessions = await deleteInBatches((limit) =>
    db
      .deleteFrom('sessions')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('sessions')
          .select('id')
          .where(sql<Date>`least(expires_at, revoked_at)`, '<', daysBefore(now, ENDED_DAYS))
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
  return tokens + sessions
}

/** Sessions of a person without their tokens, for the archive of their data. */
export function exportSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select(['createdAt', 'lastUsedAt', 'expiresAt', 'revokedAt', 'network', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** When a session was opened. */
export async function openedAt(db: Db, sessionId: string): Promise<Date | undefined> {
  const found = await db.selectFrom('sessions').select('createdAt').where('id', '=', sessionId).executeTakeFirst()
  return found?.createdAt
}
