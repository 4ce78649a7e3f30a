import { generateApiKey, getApiKey, revokeApiKey } from '@doslovno/contract/account/api-keys.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { generateKey, readKey, revokeKey } from './key.ts'

export function apiKeyRoutes(routes: Routes, ctx: Context): void {
  routes.add(generateApiKey, async ({ body }, actor, { ip }) => ({
    apiKey: await generateKey(ctx, actor, { scopes: body.scopes, address: ip }),
  }))

  routes.add(getApiKey, async (_input, { userId }) => ({ key: await readKey(ctx, userId) }))

  routes.add(revokeApiKey, async (_input, actor, { ip }) => {
    await revokeKey(ctx, actor, ip)
    return {}
  })
}
