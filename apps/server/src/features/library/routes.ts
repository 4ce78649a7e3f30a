import { getUsage } from '@doslovno/contract/account/api-keys.ts'
import { listRecentNames } from '@doslovno/contract/editing.ts'
import { exportScripts } from '@doslovno/contract/folders.ts'
import { getMinutes } from '@doslovno/contract/payments.ts'
import * as contract from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { mediaOf, ownFolder, readableScript } from '#features/scripts/index.ts'
import type { Routes } from '#platform/http/route.ts'
import { AT_ONCE } from '#platform/http/versioned.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { zipScripts } from './export-zip.ts'
import { readScript, suggestNames, recentSpeed, readText } from './read.ts'
import { countScripts, listScripts } from './repo.ts'
import { searchScripts } from './search-repo.ts'
import { readSpending, readUsage } from './spending.ts'
import { listView } from './view.ts'

export function libraryRoutes(routes: Routes, ctx: Context): void {
  routes.addVersioned(contract.listScripts, async ({ query }, actor) => {
    const { folder } = query
    if (folder !== undefined) await ownFolder(ctx.db, folder, actor, 'read')
    const [rows, total] = await Promise.all([
      listScripts(ctx.db, actor.userId, query),
      countScripts(ctx.db, actor.userId, folder),
    ])
    const { data, changesAt } = await listView(ctx, actor, rows)
    const hasNone = total === 0 && folder === undefined
    const reply = { data, total, ...(hasNone && (await recentSpeed(ctx))) }
    return { reply, changesAt: rows.some(isMoving) ? AT_ONCE : changesAt }
  })

  routes.add(contract.searchScripts, async ({ query }, actor) => {
    if (query.folder !== undefined) await ownFolder(ctx.db, query.folder, actor, 'read')
    const { rows, total } = await searchScripts(ctx.db, actor.userId, query)
    return { data: (await listView(ctx, actor, rows)).data, total }
  })

  routes.addDownload(exportScripts, ({ body }, actor) => zipScripts(ctx, actor, body))

  routes.addLong(contract.getScript, async ({ params }, actor, request) => {
    if (!actor) await ctx.rateLimits.spend('visitorReads', request.ip)
    return readScript(ctx, params.id, actor)
  })

  routes.addLong(contract.getReading, async ({ params }, actor, request) => {
    if (!actor) await ctx.rateLimits.spend('visitorReads', request.ip)
    return readText(ctx, params.id, actor)
  })

  routes.add(contract.getMedia, async ({ params }, actor) =>
    mediaOf(ctx, await readableScript(ctx.db, params.id, actor)),
  )

  routes.add(listRecentNames, async ({ params }, actor) => ({ names: await suggestNames(ctx, params.id, actor) }))
}

/** Its progress grows with time. */
function isMoving({ status }: ScriptRow): boolean {
  return status === 'process'
}

export function spendingRoutes(routes: Routes, ctx: Context): void {
  routes.add(getMinutes, ({ query }, actor) => readSpending(ctx, actor, query.page))
  routes.add(getUsage, (_input, actor) => readUsage(ctx, actor))
}
