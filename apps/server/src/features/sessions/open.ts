import { randomUUID } from 'node:crypto'

import type { TokenPair } from '@doslovno/contract/accounts.ts'
import { REFRESH_TOKEN_SECONDS, SESSION_SECONDS } from '@doslovno/domain/account/session.ts'

import type { Context } from '#context.ts'
import type { Db } from '#platform/db.ts'
import { createOpaqueToken, hashToken, type Viewer } from '#platform/tokens.ts'

import { insertSession, insertToken } from './repo.ts'

/** Starts a session of a user whose identity was just proven. */
export async function openSession(ctx: Context, userId: string): Promise<TokenPair> {
  const sessionId = randomUUID()
  return ctx.db.transaction().execute(async (tx) => {
    await insertSession(tx, { id: sessionId, userId, expiresAt: secondsAfter(ctx.now(), SESSION_SECONDS) })
    return issueTokens(ctx, tx, { userId, sessionId }, null)
  })
}

/** A new pair; `parent` is the refresh token it replaces. */
export async function issueTokens(ctx: Context, tx: Db, viewer: Viewer, parent: Buffer | null): Promise<TokenPair> {
  const now = ctx.now()
  const refreshToken = createOpaqueToken()
  const { sessionId } = viewer
  await insertToken(tx, {
    hash: hashToken(refreshToken),
    sessionId,
    parent,
    expiresAt: secondsAfter(now, REFRESH_TOKEN_SECONDS),
  })
  return { accessToken: await ctx.tokens.signAccess(viewer, now), refreshToken }
}

function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}
