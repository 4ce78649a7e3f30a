import { type Actor, isOwner, type Owned, type Scope } from '@doslovno/domain/access.ts'

import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { FolderRow } from '#platform/tables.ts'

import { folderById, lockFolder } from './repo.ts'

/** A folder of somebody else is indistinguishable from a missing one. */
export async function ownFolder(db: Db, id: string, actor: Actor, scope: Scope = 'write'): Promise<FolderRow> {
  return owned(await folderById(db, id), actor, scope)
}

export async function lockOwnFolder(tx: Tx, id: string, actor: Actor): Promise<FolderRow> {
  return owned(await lockFolder(tx, id), actor, 'write')
}

function owned<F extends Owned>(folder: F | undefined, actor: Actor, scope: Scope): F {
  if (!folder || !isOwner(folder, actor, scope)) throw new AppError('notFound')
  return folder
}
