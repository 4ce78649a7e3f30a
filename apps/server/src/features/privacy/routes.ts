import { recoverPasswordConfirm, revertEmail as revertEmailEndpoint } from '@doslovno/contract/account/credentials.ts'
import * as contract from '@doslovno/contract/account/privacy.ts'

import type { Context } from '#context.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'

import { openByToken, openOwn, readExport, requestExport } from './exports.ts'
import { keepAccount, planAccountDeletion } from './plan-deletion.ts'
import { recover } from './recover.ts'
import { revertEmail } from './revert-email.ts'

export function privacyRoutes(routes: Routes, ctx: Context): void {
  routes.add(contract.requestExport, async (_input, actor, { ip }) => ({
    export: await requestExport(ctx, actor, ip),
  }))
  routes.add(contract.getExport, async (_input, actor) => ({ export: await readExport(ctx, actor) }))
  routes.add(contract.openExport, async ({ body }, actor, { ip }) => ({
    url: body.token === undefined ? await openOwn(ctx, actor) : await openByToken(ctx, body.token, ip),
  }))
  routes.add(contract.deleteAccount, async ({ body }, actor, request) => {
    const deletionAt = await planAccountDeletion(ctx, actor, { password: body.password, client: clientOf(request) })
    return { deletionAt: deletionAt.toISOString() }
  })
  routes.add(recoverPasswordConfirm, async ({ body }, _actor, { ip }) => {
    await ctx.rateLimits.spend('linkByAddress', ip)
    await recover(ctx, body, ip)
    return {}
  })
  routes.add(revertEmailEndpoint, async ({ body }, _actor, { ip }) => {
    await ctx.rateLimits.spend('linkByAddress', ip)
    await revertEmail(ctx, body.token, ip)
    return {}
  })
  routes.add(contract.keepAccount, async (_input, actor, { ip }) => {
    await keepAccount(ctx, actor, ip)
    return {}
  })
}
