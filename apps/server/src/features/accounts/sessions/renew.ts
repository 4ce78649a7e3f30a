import type { TokenPair } from '@doslovno/contract/account/sessions.ts'
import { decideRotation } from '@doslovno/domain/account/session.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { rememberTimeZone } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { refreshReused } from '#platform/telemetry.ts'
import { hashToken } from '#platform/tokens.ts'

import { issueTokens, openSession } from './open.ts'
import { lockToken, markUsed, revokeSession, sessionOfToken, touchSession, spendLegacyToken } from './repo.ts'

/** Spends a refresh token for a new pair. Reuse of a spent token means theft and ends the session. */
export async function renewTokens(ctx: Context, refreshToken: string, client: Client): Promise<TokenPair> {
  const { address, timeZone } = client
  const hash = hashToken(refreshToken)
  // Before the transaction: no lock may wait for Redis.
  const session = await sessionOfToken(ctx.db, hash)
  if (!session) throw new AppError('needAuthorization')
  await ctx.rateLimits.spend('renewBySession', session)
  const renewed = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const found = await lockToken(tx, hash)
    if (!found) return undefined
    const { sessionId, userId, revokedAt, sessionExpiresAt } = found
    switch (decideRotation(found, { revokedAt, expiresAt: sessionExpiresAt }, now)) {
      case 'refuse':
        return undefined
      case 'revoke':
        refreshReused.inc()
        await recordAudit(tx, { kind: 'refreshReused', userId, address, details: { sessionId } })
        await revokeSession(tx, sessionId, now)
        return undefined
      case 'rotate':
        await markUsed(tx, hash, now)
        await touchSession(tx, sessionId, now)
        return { userId, pair: await issueTokens(ctx, tx, { userId, sessionId }, hash) }
    }
  })
  if (!renewed) throw new AppError('needAuthorization')
  await rememberTimeZone(ctx.db, renewed.userId, timeZone)
  return renewed.pair
}

const LEGACY_PREFIX = 'SHPT-'

/** Exchanges a token of the first version for a token pair, once. */
export async function upgradeLegacy(ctx: Context, token: string, client: Client): Promise<TokenPair> {
  if (!token.startsWith(LEGACY_PREFIX)) throw new AppError('needAuthorization')
  const userId = await spendLegacyToken(ctx.db, hashToken(token), ctx.now())
  if (!userId) throw new AppError('needAuthorization')
  return openSession(ctx, { userId, by: 'legacy', client })
}
