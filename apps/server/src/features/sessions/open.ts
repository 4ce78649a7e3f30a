import { randomUUID } from 'node:crypto'

import type { TokenPair } from '@doslovno/contract/accounts.ts'
import { REFRESH_TOKEN_SECONDS, SESSION_SECONDS } from '@doslovno/domain/account/session.ts'

import type { Context } from '#context.ts'
import type { Db } from '#platform/db.ts'
import { createOpaqueToken, hashToken, type Viewer } from '#platform/tokens.ts'

import { insertSession, insertToken } from './repo.ts'

/** Starts a session of a user whose identity was just proven. */
export async function openSession(ctx: Context, userId: string): Promise<TokenPair> {
  const viewer = { userId, sessionId: randomUUID() }
  const { pair, row } = await newPair(ctx, viewer, null)
  const expiresAt = secondsAfter(ctx.now(), SESSION_SECONDS)
  await insertSession(ctx.db, { id: viewer.sessionId, userId, expiresAt }, row)
  return pair
}

/** A new pair for a session that goes on; `parent` is the refresh token it replaces. */
export async function issueTokens(ctx: Context, tx: Db, viewer: Viewer, parent: Buffer): Promise<TokenPair> {
  const { pair, row } = await newPair(ctx, viewer, parent)
  await insertToken(tx, row)
  return pair
}

async function newPair(ctx: Context, viewer: Viewer, parent: Buffer | null) {
  const now = ctx.now()
  const refreshToken = createOpaqueToken()
  const expiresAt = secondsAfter(now, REFRESH_TOKEN_SECONDS)
  return {
    pair: { accessToken: await ctx.tokens.signAccess(viewer, now), refreshToken },
    row: { hash: hashToken(refreshToken), sessionId: viewer.sessionId, parent, expiresAt },
  }
}

function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}
