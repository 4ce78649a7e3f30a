import { randomUUID } from 'node:crypto'

import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { SecondFactor, TokenPair } from '@doslovno/contract/account/sessions.ts'
import { REFRESH_TOKEN_SECONDS, SESSION_SECONDS } from '@doslovno/domain/account/session.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { lockEnabled, rememberTimeZone } from '#features/users/index.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { networkOf } from '#platform/limits/network.ts'
import { createOpaqueToken, hashToken, type AccessClaims } from '#platform/tokens.ts'

import { insertSession, insertToken } from './repo.ts'

type SignIn = {
  userId: string
  by: 'password' | 'registration' | 'legacy' | 'passkey' | Provider
  secondFactor?: SecondFactor
  client: Client
}

/** Starts a session and records the sign-in, unless the account is disabled. The caller has verified the user's identity. */
export async function openSession(ctx: Context, signIn: SignIn): Promise<TokenPair> {
  const { userId, by, secondFactor, client } = signIn
  const { address, userAgent, timeZone } = client
  const now = ctx.now()
  const id = randomUUID()
  const { pair, row } = await newPair(ctx, { userId, sessionId: id }, null)
  const expiresAt = secondsAfter(now, SESSION_SECONDS)
  const session = { id, userId, createdAt: now, lastUsedAt: now, expiresAt, network: networkOf(address), userAgent }
  const isOpen = await ctx.db.transaction().execute(async (tx) => {
    if (!(await lockEnabled(tx, userId))) return false
    await insertSession(tx, session, row)
    await recordAudit(tx, { kind: 'login', userId, address, details: { by, ...(secondFactor && { secondFactor }) } })
    return true
  })
  if (!isOpen) throw await refuseDisabled(ctx, signIn)
  await rememberTimeZone(ctx.db, userId, timeZone)
  return pair
}

/** Records the sign-in to a disabled account. Only somebody who has proved to be its owner learns of its state. */
export async function refuseDisabled(ctx: Context, { userId, by, client: { address } }: SignIn): Promise<AppError> {
  await recordAudit(ctx.db, { kind: 'loginFailed', userId, address, details: { by, refused: 'disabled' } })
  return new AppError('accountDisabled')
}

/** Issues a new pair within a session; `parent` is the refresh token it replaces. */
export async function issueTokens(ctx: Context, tx: Db, claims: AccessClaims, parent: Buffer): Promise<TokenPair> {
  const { pair, row } = await newPair(ctx, claims, parent)
  await insertToken(tx, row)
  return pair
}

async function newPair(ctx: Context, claims: AccessClaims, parent: Buffer | null) {
  const now = ctx.now()
  const refreshToken = createOpaqueToken()
  const expiresAt = secondsAfter(now, REFRESH_TOKEN_SECONDS)
  return {
    pair: { accessToken: await ctx.tokens.signAccess(claims, now), refreshToken },
    row: { hash: hashToken(refreshToken), sessionId: claims.sessionId, parent, expiresAt },
  }
}

function secondsAfter(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000)
}
