import type { TokenPair } from '@doslovno/contract/sessions.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { openSession } from './open.ts'
import { spendLegacyToken } from './repo.ts'

export const LEGACY_PREFIX = 'SHPT-'

/** Exchanges a token of the first version for a token pair, once. */
export async function upgradeLegacy(ctx: Context, token: string, client: Client): Promise<TokenPair> {
  if (!token.startsWith(LEGACY_PREFIX)) throw new AppError('needAuthorization')
  const userId = await spendLegacyToken(ctx.db, hashToken(token), ctx.now())
  if (!userId) throw new AppError('needAuthorization')
  return openSession(ctx, { userId, by: 'legacy', client })
}
