import type { Actor } from '@doslovno/domain/access.ts'
import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { lockOwnScript } from './access.ts'
import { updateScript } from './repo.ts'

/** Makes a script readable by its link, or private again. */
export function shareScript({ db }: Context, id: string, actor: Actor, isPublic: boolean): Promise<ScriptRow> {
  return db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, id, actor)
    if (script.isPublic === isPublic) return script
    await updateScript(tx, id, { isPublic })
    const kind = isPublic ? 'scriptOpened' : 'scriptClosed'
    await recordAudit(tx, { kind, userId: actor.userId, details: { scriptId: id } })
    return { ...script, isPublic }
  })
}

export function renameScript({ db }: Context, id: string, actor: Actor, name: string): Promise<ScriptRow> {
  const fileName = cleanFileName(name)
  return db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, id, actor)
    await updateScript(tx, id, { fileName })
    return { ...script, fileName }
  })
}
