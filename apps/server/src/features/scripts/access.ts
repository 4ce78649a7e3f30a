import { canEdit, canRead, type ViewerId } from '@doslovno/domain/access.ts'

import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { findScript, lockScript, type ScriptWithProcess } from './repo.ts'

/** What is not the viewer's is answered exactly as what does not exist. */
export async function readableScript(db: Db, id: string, viewerId: ViewerId): Promise<ScriptWithProcess> {
  const found = await findScript(db, id)
  if (!found || !canRead(ownershipOf(found.script), viewerId)) throw new AppError('notFound')
  if (found.script.expiredAt) throw new AppError('storageExpired')
  return found
}

export async function ownScript(db: Db, id: string, viewerId: string): Promise<ScriptWithProcess> {
  const found = await findScript(db, id)
  if (!found || !canEdit(ownershipOf(found.script), viewerId)) throw new AppError('notFound')
  return found
}

export async function lockOwnScript(db: Db, id: string, viewerId: string): Promise<ScriptRow> {
  const script = await lockScript(db, id)
  if (!script || !canEdit(ownershipOf(script), viewerId)) throw new AppError('notFound')
  return script
}

function ownershipOf({ userId, isPublic }: ScriptRow) {
  return { userId, public: isPublic }
}
