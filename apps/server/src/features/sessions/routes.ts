import { logout, updateToken, upgradeLegacyToken } from '@doslovno/contract/accounts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/route.ts'

import { closeSession } from './close.ts'
import { upgradeLegacy } from './legacy.ts'
import { renewTokens } from './renew.ts'

export function sessionRoutes(routes: Routes, ctx: Context): void {
  routes.add(updateToken, ({ body }) => renewTokens(ctx, body.refreshToken))

  routes.add(logout, async ({ body }) => {
    await closeSession(ctx, body.refreshToken)
    return {}
  })

  routes.add(upgradeLegacyToken, async ({ body }, _viewer, request) => {
    await ctx.limits.spend('legacyByAddress', request.ip)
    return upgradeLegacy(ctx, body.accessToken)
  })
}
