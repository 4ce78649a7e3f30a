import * as folders from '@doslovno/contract/folders.ts'
import * as contract from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { renameScript, shareScript } from './change.ts'
import { createFolder, deleteFolder, moveScripts, renameFolder } from './folders/change.ts'
import { foldersOf } from './folders/repo.ts'
import { summaryView } from './view.ts'

export function scriptRoutes(routes: Routes, ctx: Context): void {
  routes.add(contract.shareScript, async ({ params, body }, actor) => {
    const script = await shareScript(ctx, params.id, actor, body)
    return { script: summaryView(script, actor) }
  })

  routes.add(contract.renameScript, async ({ params, body }, actor) => {
    const script = await renameScript(ctx, params.id, actor, body.fileName)
    return { script: summaryView(script, actor) }
  })
}

export function folderRoutes(routes: Routes, ctx: Context): void {
  routes.addVersioned(folders.listFolders, async (_input, { userId }) => ({
    reply: { data: await foldersOf(ctx.db, userId) },
  }))

  routes.add(folders.createFolder, async ({ body }, actor, _request, keep) => ({
    folder: await createFolder(ctx, actor, body.name, (tx, folder) => keep(tx, { folder })),
  }))

  routes.add(folders.renameFolder, async ({ params, body }, actor) => ({
    folder: await renameFolder(ctx, actor, params.id, body.name),
  }))

  routes.add(folders.deleteFolder, async ({ params }, actor) => {
    await deleteFolder(ctx, actor, params.id)
    return {}
  })

  routes.add(folders.moveScripts, async ({ body }, actor) => {
    await moveScripts(ctx, actor, body)
    return {}
  })
}
