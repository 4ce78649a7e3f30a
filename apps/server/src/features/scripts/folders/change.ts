import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import { MOST_FOLDERS, tidyFolderName } from '@doslovno/domain/script/folder.ts'

import type { Context } from '#context.ts'
import { lockOwnScripts, lockOwnFolder, ownFolder } from '#features/scripts/access.ts'
import { putInFolder } from '#features/scripts/repo.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'

import {
  countFolders,
  deleteFolderRow,
  folderNamed,
  insertFolder,
  type ListedFolder,
  listedFolder,
  renameFolderRow,
} from './repo.ts'

export function createFolder(
  ctx: Context,
  { userId }: Actor,
  wished: string,
  kept: Kept<ListedFolder>,
): Promise<ListedFolder> {
  return ctx.db.transaction().execute(async (tx) => {
    const name = await freeName(tx, userId, wished)
    if ((await countFolders(tx, userId)) >= MOST_FOLDERS) throw new AppError('tooManyFolders')
    const id = randomUUID()
    await insertFolder(tx, { id, userId, name, createdAt: ctx.now() })
    const folder = await listedFolder(tx, id)
    await kept(tx, folder)
    return folder
  })
}

export function renameFolder(ctx: Context, actor: Actor, id: string, wished: string): Promise<ListedFolder> {
  return ctx.db.transaction().execute(async (tx) => {
    await ownFolder(tx, id, actor)
    await renameFolderRow(tx, id, await freeName(tx, actor.userId, wished, id))
    return listedFolder(tx, id)
  })
}

/** Its files stay. */
export async function deleteFolder(ctx: Context, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await lockOwnFolder(tx, id, actor)
    await deleteFolderRow(tx, id)
  })
}

type Move = { scriptIds: readonly string[]; folderId: string | null }

/** Moves all of the files or, if one is not the actor's, none. */
export async function moveScripts(ctx: Context, actor: Actor, { scriptIds, folderId }: Move): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (folderId !== null) await lockOwnFolder(tx, folderId, actor)
    await lockOwnScripts(tx, scriptIds, actor)
    await putInFolder(tx, scriptIds, folderId)
  })
}

/** The name as it is stored. Locks the user, so that no other call takes it meanwhile. */
async function freeName(tx: Tx, userId: string, wished: string, id?: string): Promise<string> {
  const name = tidyFolderName(wished)
  if (name === '') throw new AppError('invalidRequest')
  await lockUser(tx, userId)
  const taken = await folderNamed(tx, userId, name)
  if (taken !== undefined && taken !== id) throw new AppError('folderExists')
  return name
}
