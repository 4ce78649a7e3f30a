import { type Actor, canEdit, canRead } from '@doslovno/domain/access.ts'

import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { lockScript, scriptById } from './repo.ts'

/** A script that the actor may not see is indistinguishable from a missing one. */
export async function readableScript(db: Db, id: string, actor: Actor | undefined): Promise<ScriptRow> {
  const script = await scriptById(db, id)
  if (!script || !canRead(script, actor)) throw new AppError('notFound')
  if (script.expiredAt) throw new AppError('storageExpired')
  return script
}

export async function ownScript(db: Db, id: string, actor: Actor): Promise<ScriptRow> {
  return owned(await scriptById(db, id), actor)
}

/** Locks the row until the transaction ends. */
export async function lockOwnScript(db: Db, id: string, actor: Actor): Promise<ScriptRow> {
  return owned(await lockScript(db, id), actor)
}

function owned(script: ScriptRow | undefined, actor: Actor): ScriptRow {
  if (!script || !canEdit(script, actor)) throw new AppError('notFound')
  return script
}
