import type { Db } from '#platform/db.ts'

type NewSession = { id: string; userId: string; expiresAt: Date }
type NewToken = { hash: Buffer; sessionId: string; parent: Buffer | null; expiresAt: Date }

/** A session and its first token, by one statement. */
export async function insertSession(db: Db, session: NewSession, token: NewToken): Promise<void> {
  await db
    .with('session', (cte) => cte.insertInto('sessions').values(session).returning('id'))
    .insertInto('refreshTokens')
    .values(token)
    .execute()
}

export async function insertToken(db: Db, token: NewToken): Promise<void> {
  await db.insertInto('refreshTokens').values(token).execute()
}

/** Locks the session, so that two uses of one token are decided one after the other. */
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
    ])
    .where('token.hash', '=', hash)
    .forUpdate('session')
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

export async function revokeSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('id', '=', sessionId)
    .where('revokedAt', 'is', null)
    .execute()
}

/** Ends all sessions of a user, but the one they are in. */
export async function revokeSessionsOf(db: Db, userId: string, now: Date, exceptId?: string): Promise<void> {
  const all = db
    .updateTable('sessions')
    .set({ revokedAt: now })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
  await (exceptId ? all.where('id', '!=', exceptId) : all).execute()
}
