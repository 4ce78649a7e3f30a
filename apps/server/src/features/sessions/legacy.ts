import type { TokenPair } from '@doslovno/contract/accounts.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { AppError } from '#platform/errors.ts'
import { hashToken } from '#platform/tokens.ts'

import { openSession } from './open.ts'

export const LEGACY_PREFIX = 'SHPT-'

/** Exchanges a token of the first version, once, for a pair of today's. */
export async function upgradeLegacy(ctx: Context, token: string): Promise<TokenPair> {
  const userId = token.startsWith(LEGACY_PREFIX) ? await spend(ctx, token) : undefined
  if (!userId) throw new AppError('needAuthorization')
  await recordAudit(ctx.db, { kind: 'legacyTokenUpgraded', userId })
  return openSession(ctx, userId)
}

async function spend({ db, now }: Context, token: string): Promise<string | undefined> {
  const spent = await db
    .updateTable('legacyTokens')
    .set({ usedAt: now() })
    .where('hash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return spent?.userId
}
