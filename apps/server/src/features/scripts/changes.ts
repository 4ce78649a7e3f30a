import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import type { Db } from '#platform/db.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { lockOwnScript } from './access.ts'
import { updateScript } from './repo.ts'

/** Opens a file to everybody who has the link, or closes it again. */
export function shareScript({ db }: Context, id: string, userId: string, isPublic: boolean): Promise<ScriptRow> {
  return db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, id, userId)
    if (script.isPublic === isPublic) return script
    await updateScript(tx, id, { isPublic })
    await recordAudit(tx, { kind: isPublic ? 'scriptOpened' : 'scriptClosed', userId, details: { scriptId: id } })
    return { ...script, isPublic }
  })
}

export function renameScript({ db }: Context, id: string, userId: string, name: string): Promise<ScriptRow> {
  const fileName = cleanFileName(name)
  return db.transaction().execute(async (tx) => {
    const script = await lockOwnScript(tx, id, userId)
    await updateScript(tx, id, { fileName })
    return { ...script, fileName }
  })
}

type Naming = { id: string; userId: string; speaker: number; name: string }

export function nameSpeaker({ db }: Context, { id, userId, speaker, name }: Naming) {
  return db.transaction().execute(async (tx) => {
    await lockOwnScript(tx, id, userId)
    await tx
      .insertInto('speakerNames')
      .values({ scriptId: id, speaker, name })
      .onConflict((conflict) => conflict.columns(['scriptId', 'speaker']).doUpdateSet({ name }))
      .execute()
    return speakerNames(tx, id)
  })
}

export async function speakerNames(db: Db, scriptId: string): Promise<{ speakerId: number; name: string }[]> {
  return db
    .selectFrom('speakerNames')
    .select(['speaker as speakerId', 'name'])
    .where('scriptId', '=', scriptId)
    .orderBy('speaker')
    .execute()
}
