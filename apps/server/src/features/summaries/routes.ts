import * as contract from '@doslovno/contract/summaries.ts'
import { listSettingsTemplates } from '@doslovno/contract/tools.ts'
import { isOwner } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { ownScript, readableScript } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/http/route.ts'

import { actionItemsOf, chaptersOf, digestedVersion, tickItem } from './digest/repo.ts'
import { makeSummary } from './make.ts'
import { readSummary } from './read.ts'
import { askScript } from './reading/ask-script.ts'
import { listTemplates } from './templates/repo.ts'
import { itemView } from './view.ts'

export function summaryRoutes(routes: Routes, ctx: Context): void {
  routes.add(contract.getSummary, ({ params }, actor) => readSummary(ctx, params.id, params.type, actor))

  routes.add(contract.makeSummary, async ({ params, body }, actor) => {
    const { id: scriptId, type } = params
    await makeSummary(ctx, actor, { scriptId, type, templateId: body.templateId ?? null })
    return readSummary(ctx, scriptId, type, actor)
  })

  routes.add(contract.listChapters, async ({ params }, actor) => {
    const { id } = await readableScript(ctx.db, params.id, actor)
    const [data, version] = await Promise.all([chaptersOf(ctx.db, id), digestedVersion(ctx.db, id)])
    return { data, isReady: version !== undefined }
  })

  routes.add(contract.listActionItems, async ({ params }, actor) => {
    const script = await readableScript(ctx.db, params.id, actor)
    const { id } = script
    const [items, version] = await Promise.all([actionItemsOf(ctx.db, id), digestedVersion(ctx.db, id)])
    // Visitors read what was said, not what the owner has done since.
    const seen = isOwner(script, actor, 'read') ? items : items.map((item) => ({ ...item, doneAt: null }))
    return { data: seen.map(itemView), isReady: version !== undefined }
  })

  routes.add(contract.tickActionItem, async ({ params, body }, actor) => {
    await ownScript(ctx.db, params.id, actor)
    const doneAt = body.isDone ? ctx.now() : null
    const item = await tickItem(ctx.db, { scriptId: params.id, id: params.itemId }, doneAt)
    if (!item) throw new AppError('notFound')
    return { item: itemView(item) }
  })

  routes.add(contract.askScript, ({ params: { id }, body }, actor) => askScript(ctx, actor, { id, ...body }))
}

export function templateRoutes(routes: Routes, ctx: Context): void {
  routes.add(listSettingsTemplates, async () => ({ data: await listTemplates(ctx.db) }))
}
