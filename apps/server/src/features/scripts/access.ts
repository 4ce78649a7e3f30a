import { type Actor, canRead, isOwner, isSharedAs, type Owned, type Scope } from '@doslovno/domain/access.ts'

import type { Db, Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow, FolderRow } from '#platform/tables.ts'

import { folderById, lockFolder } from './folders/repo.ts'
import {
  lockOwners,
  lockScript,
  scriptById,
  scriptByLink,
  type ScriptRevision,
  scriptRevision,
  scriptsById,
} from './repo.ts'

/**
 * By the id in its share link, or for its owner by its own. A script that the actor may not see is indistinguishable
 * from a missing one.
 */
export async function readableScript(db: Db, id: string, actor: Actor | undefined): Promise<ScriptRow> {
  return readable(await scriptByLink(db, id), id, actor)
}

export async function readableRevision(db: Db, id: string, actor: Actor | undefined): Promise<ScriptRevision> {
  return readable(await scriptRevision(db, id), id, actor)
}

function readable<S extends ScriptRow>(script: S | undefined, id: string, actor: Actor | undefined): S {
  if (!script || !(canRead(script, actor) || isSharedAs(script, id))) throw new AppError('notFound')
  if (script.expiredAt) throw new AppError('storageExpired')
  return script
}

/** `scope`: what the caller is about to do with it. */
export async function ownScript(db: Db, id: string, actor: Actor, scope: Scope = 'write'): Promise<ScriptRow> {
  return owned(await scriptById(db, id), actor, scope)
}

/** Locks the row until the transaction ends. */
export async function lockOwnScript(db: Db, id: string, actor: Actor): Promise<ScriptRow> {
  return owned(await lockScript(db, id), actor, 'write')
}

/** Many at once, in the order of the ids; one that is not the actor's fails all. */
export async function ownScripts(
  db: Db,
  ids: readonly string[],
  actor: Actor,
  scope: Scope = 'write',
): Promise<ScriptRow[]> {
  const known = new Map((await scriptsById(db, ids)).map((script) => [script.id, script]))
  return [...new Set(ids)].map((id) => owned(known.get(id), actor, scope))
}

/** Locks the rows until the transaction ends; one that is not the actor's fails all. */
export async function lockOwnScripts(db: Db, ids: readonly string[], actor: Actor): Promise<void> {
  const known = new Map((await lockOwners(db, ids)).map((script) => [script.id, script]))
  for (const id of ids) owned(known.get(id), actor, 'write')
}

function owned<S extends Owned>(script: S | undefined, actor: Actor, scope: Scope): S {
  if (!script || !isOwner(script, actor, scope)) throw new AppError('notFound')
  return script
}

/** A folder of somebody else is indistinguishable from a missing one. */
export async function ownFolder(db: Db, id: string, actor: Actor, scope: Scope = 'write'): Promise<FolderRow> {
  return owned(await folderById(db, id), actor, scope)
}

export async function lockOwnFolder(tx: Tx, id: string, actor: Actor): Promise<FolderRow> {
  return owned(await lockFolder(tx, id), actor, 'write')
}
