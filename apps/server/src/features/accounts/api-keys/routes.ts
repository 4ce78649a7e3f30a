import { generateApiKey, getApiKey, revokeApiKey } from '@doslovno/contract/account/api-keys.ts'

import type { Context } from '#context.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'

import { generateKey, revokeKey, showKey } from './key.ts'

export function apiKeyRoutes(routes: Routes, ctx: Context): void {
  routes.add(generateApiKey, async ({ body: { scopes, ...proof } }, actor, request) => ({
    apiKey: await generateKey(ctx, actor, { scopes, proof }, clientOf(request)),
  }))

  routes.add(getApiKey, async (_input, actor, { ip }) => ({ key: await showKey(ctx, actor, ip) }))

  routes.add(revokeApiKey, async (_input, actor, { ip }) => {
    await revokeKey(ctx, actor, ip)
    return {}
  })
}
