import type { TokenPair } from '@doslovno/contract/accounts.ts'
import { decideRotation } from '@doslovno/domain/account/session.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { AppError } from '#platform/errors.ts'
import { refreshReused } from '#platform/telemetry.ts'
import { hashToken } from '#platform/tokens.ts'

import { issueTokens } from './open.ts'
import { lockToken, markUsed, revokeSession } from './repo.ts'

/** Spends a refresh token for a new pair. A token used twice was stolen: its whole session ends. */
export async function renewTokens(ctx: Context, refreshToken: string): Promise<TokenPair> {
  const hash = hashToken(refreshToken)
  const pair = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const found = await lockToken(tx, hash)
    if (!found) return undefined
    const { sessionId, userId, revokedAt, sessionExpiresAt } = found
    await ctx.limits.spend('renewBySession', sessionId)
    switch (decideRotation(found, { revokedAt, expiresAt: sessionExpiresAt }, now)) {
      case 'refuse':
        return undefined
      case 'revoke':
        refreshReused.inc()
        await recordAudit(tx, { kind: 'refreshReused', userId, details: { sessionId } })
        await revokeSession(tx, sessionId, now)
        return undefined
      case 'rotate':
        await markUsed(tx, hash, now)
        return issueTokens(ctx, tx, { userId, sessionId }, hash)
    }
  })
  if (!pair) throw new AppError('needAuthorization')
  return pair
}
