import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { hashToken } from '#platform/tokens.ts'

import { lockToken, revokeSession } from './repo.ts'

/** Ends the session of a refresh token; an unknown token is not an error. */
export async function closeSession(ctx: Context, refreshToken: string, address: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockToken(tx, hashToken(refreshToken))
    if (!found || found.revokedAt) return
    await revokeSession(tx, found.sessionId, ctx.now())
    await recordAudit(tx, { kind: 'logout', userId: found.userId, address })
  })
}
