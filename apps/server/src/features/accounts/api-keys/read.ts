import type { ApiKeyView } from '@doslovno/contract/api-keys.ts'

import type { Context } from '#context.ts'

import { keyOfUser } from './repo.ts'
import { openKey } from './seal.ts'

/** The whole key of a user; null if there is none. */
export async function apiKeyOf(ctx: Context, userId: string): Promise<string | null> {
  return (await readKey(ctx, userId))?.apiKey ?? null
}

export async function readKey(ctx: Context, userId: string): Promise<ApiKeyView | null> {
  const key = await keyOfUser(ctx.db, userId)
  if (!key) return null
  const { scopes, createdAt, lastUsedAt } = key
  return {
    apiKey: openKey(ctx, key),
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
