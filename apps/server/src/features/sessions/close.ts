import type { Context } from '#context.ts'
import { hashToken } from '#platform/tokens.ts'

import { lockToken, revokeSession } from './repo.ts'

/** Ends the session of a refresh token; an unknown token has nothing to end and is no error. */
export async function closeSession(ctx: Context, refreshToken: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const found = await lockToken(tx, hashToken(refreshToken))
    if (found) await revokeSession(tx, found.sessionId, ctx.now())
  })
}
