import {
  endOtherSessions,
  endSession,
  listSessions,
  logout,
  updateToken,
  upgradeLegacyToken,
} from '@doslovno/contract/account/sessions.ts'

import type { Context } from '#context.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'

import { closeSession, endOne, endOthers, listOwnSessions } from './manage.ts'
import { upgradeLegacy, renewTokens } from './renew.ts'

export function sessionRoutes(routes: Routes, ctx: Context): void {
  routes.add(updateToken, ({ body }, _actor, request) => renewTokens(ctx, body.refreshToken, clientOf(request)))

  routes.add(logout, async ({ body }, _actor, { ip }) => {
    await closeSession(ctx, body.refreshToken, ip)
    return {}
  })

  routes.add(listSessions, async (_input, actor) => ({ data: await listOwnSessions(ctx, actor) }))

  routes.add(endOtherSessions, async (_input, actor, { ip }) => {
    await endOthers(ctx, actor, ip)
    return {}
  })

  routes.add(endSession, async ({ params }, actor, { ip }) => {
    await endOne(ctx, actor, { sessionId: params.sessionId, address: ip })
    return {}
  })

  routes.add(upgradeLegacyToken, async ({ body }, _actor, request) => {
    await ctx.rateLimits.spend('legacyByAddress', request.ip)
    return upgradeLegacy(ctx, body.accessToken, clientOf(request))
  })
}
