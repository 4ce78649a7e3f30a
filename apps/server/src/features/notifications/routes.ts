import * as contract from '@doslovno/contract/account/notifications.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { addBrowser, browsersOf, removeBrowser, saveNotifications, unsubscribe } from './settings.ts'

export function notificationRoutes(routes: Routes, ctx: Context): void {
  routes.add(contract.saveNotifications, async ({ body }, { userId }) => {
    await saveNotifications(ctx, userId, body)
    return {}
  })
  routes.add(contract.getPush, (_input, { userId }) => browsersOf(ctx, userId))
  routes.add(contract.subscribePush, async ({ body }, actor) => {
    await addBrowser(ctx, actor, body)
    return {}
  })
  routes.add(contract.unsubscribePush, async ({ body }, { userId }) => {
    await removeBrowser(ctx, userId, body.endpoint)
    return {}
  })
  routes.add(contract.unsubscribe, async ({ query }, _actor, { ip }) => {
    await ctx.rateLimits.spend('unsubscribeByAddress', ip)
    await unsubscribe(ctx, query.token)
    return {}
  })
}
