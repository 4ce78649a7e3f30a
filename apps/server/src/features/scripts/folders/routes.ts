import * as contract from '@doslovno/contract/folders.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { createFolder, deleteFolder, moveScripts, renameFolder } from './change.ts'
import { foldersOf } from './repo.ts'

export function folderRoutes(routes: Routes, ctx: Context): void {
  routes.addVersioned(contract.listFolders, async (_input, { userId }) => ({
    reply: { data: await foldersOf(ctx.db, userId) },
  }))

  routes.add(contract.createFolder, async ({ body }, actor) => ({ folder: await createFolder(ctx, actor, body.name) }))

  routes.add(contract.renameFolder, async ({ params, body }, actor) => ({
    folder: await renameFolder(ctx, actor, params.id, body.name),
  }))

  routes.add(contract.deleteFolder, async ({ params }, actor) => {
    await deleteFolder(ctx, actor, params.id)
    return {}
  })

  routes.add(contract.moveScripts, async ({ body }, actor) => {
    await moveScripts(ctx, actor, body)
    return {}
  })
}
