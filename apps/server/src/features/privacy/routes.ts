import * as contract from '@doslovno/contract/account/privacy.ts'

import type { Context } from '#context.ts'
import { clientOf, type Routes } from '#platform/http/route.ts'

import { openByToken, openOwn, readExport, requestExport } from './exports.ts'
import { keepAccount, planAccountDeletion } from './plan-deletion.ts'

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
  routes.add(contract.keepAccount, async (_input, actor, { ip }) => {
    await keepAccount(ctx, actor, ip)
    return {}
  })
}
