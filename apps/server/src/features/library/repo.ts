import type { Db } from '#platform/db.ts'

export async function processesOf(db: Db, scriptId: string): Promise<string[]> {
  const rows = await db.selectFrom('processes').select('id').where('scriptId', '=', scriptId).execute()
  return rows.map(({ id }) => id)
}

/** Processes, their pieces, the text and the names go with it. */
export async function deleteScript(db: Db, id: string): Promise<void> {
  await db.deleteFrom('scripts').where('id', '=', id).execute()
}

/** The slot of the month stays taken; what it says of the file goes. */
export async function forgetUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('linkDownloads').where('uploadId', '=', id).execute()
  await db.deleteFrom('uploadParts').where('uploadId', '=', id).execute()
  await db.updateTable('uploads').set({ fileName: '' }).where('id', '=', id).execute()
}

export function overdueScripts(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('scripts')
    .select(['id', 'userId'])
    .where('expiredAt', 'is', null)
    .where('keepUntil', '<', now)
    .orderBy('keepUntil')
    .limit(limit)
    .execute()
}

/** The recording's name and length stay, to tell what was there; what was said in it goes. */
export async function tombstone(db: Db, id: string, now: Date): Promise<void> {
  await db.deleteFrom('segments').where('scriptId', '=', id).execute()
  for (const table of ['speakerNames', 'originalSegments', 'edits'] as const)
    await db.deleteFrom(table).where('scriptId', '=', id).execute()
  await db.updateTable('scripts').set({ expiredAt: now, peaks: [], hasPlayback: false }).where('id', '=', id).execute()
}
