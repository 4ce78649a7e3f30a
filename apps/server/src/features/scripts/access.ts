import { type Actor, canRead, isOwner, type Scope } from '@doslovno/domain/access.ts'

import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { lockScript, scriptById, type ScriptRevision, scriptRevision } from './repo.ts'

/** A script that the actor may not see is indistinguishable from a missing one. */
export async function readableScript(db: Db, id: string, actor: Actor | undefined): Promise<ScriptRow> {
  return readable(await scriptById(db, id), actor)
}

export async function readableRevision(db: Db, id: string, actor: Actor | undefined): Promise<ScriptRevision> {
  return readable(await scriptRevision(db, id), actor)
}

function readable<S extends ScriptRow>(script: S | undefined, actor: Actor | undefined): S {
  if (!script || !canRead(script, actor)) throw new AppError('notFound')
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

function owned(script: ScriptRow | undefined, actor: Actor, scope: Scope): ScriptRow {
  if (!script || !isOwner(script, actor, scope)) throw new AppError('notFound')
  return script
}
