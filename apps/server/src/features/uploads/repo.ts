import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { UploadRow } from '#platform/tables.ts'

type NewUpload = Pick<
  UploadRow,
  | 'id'
  | 'userId'
  | 'source'
  | 'fileName'
  | 'contentType'
  | 'sizeBytes'
  | 'partSize'
  | 'folderId'
  | 'createdAt'
  | 'expiresAt'
>

export function insertUpload(db: Db, upload: NewUpload): Promise<UploadRow> {
  return db.insertInto('uploads').values(upload).returningAll().executeTakeFirstOrThrow()
}

export async function setStorageUpload(db: Db, id: string, storageUploadId: string): Promise<void> {
  await db.updateTable('uploads').set({ storageUploadId }).where('id', '=', id).execute()
}

export function findUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
}

export function lockUpload(db: Db, id: string): Promise<UploadRow | undefined> {
  return db.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Open uploads in parts, which a browser can resume. */
export function openUploadsOf(db: Db, userId: string): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('userId', '=', userId)
    .where('state', '=', 'open')
    .where('source', '=', 'parts')
    .orderBy('createdAt', 'desc')
    .execute()
}

export async function countOpen(db: Db, userId: string): Promise<number> {
  const counted = db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('state', '=', 'open')
  return (await counted.executeTakeFirstOrThrow()).total
}

/** Uploads that take a slot of the month: all but the aborted ones. */
export async function countUploadsSince(db: Db, userId: string, since: Date): Promise<number> {
  const counted = db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('state', '!=', 'aborted')
    .where('createdAt', '>=', since)
  return (await counted.executeTakeFirstOrThrow()).total
}

export function expiredUploads(db: Db, now: Date, limit: number): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('state', '=', 'open')
    .where('expiresAt', '<', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute()
}

/** Ends an upload once; returns false if it has ended before. */
export async function endUpload(db: Db, id: string, state: 'complete' | 'aborted', now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('uploads')
    .set({ state, endedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

export async function savePart(db: Db, uploadId: string, number: number, sha256: Buffer): Promise<void> {
  await db
    .insertInto('uploadParts')
    .values({ uploadId, number, sha256 })
    .onConflict((conflict) => conflict.columns(['uploadId', 'number']).doUpdateSet({ sha256 }))
    .execute()
}

export async function partHashes(db: Db, uploadId: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('uploadParts')
    .select(['number', 'sha256'])
    .where('uploadId', '=', uploadId)
    .execute()
  return new Map(rows.map(({ number, sha256 }) => [number, sha256.toString('hex')]))
}

/** Deletes the parts and the file name; the row stays, because it counts against the monthly limit. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  await db.deleteFrom('uploadParts').where('uploadId', '=', scriptId).execute()
  await db.updateTable('uploads').set({ fileName: '' }).where('id', '=', scriptId).execute()
  return []
}

/** Longer than any month of a tariff, whose uploads are counted. */
const KEPT_DAYS = 62

/** Deletes ended uploads with the hashes of their parts; returns how many. */
export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('uploads')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('uploads')
          .select('id')
          .where('endedAt', '<', daysBefore(now, KEPT_DAYS))
          .where('state', '!=', 'open')
          .limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** Uploads of a person, unfinished ones included, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('uploads')
    .select(['id', 'source', 'state', 'fileName', 'contentType', 'sizeBytes', 'createdAt', 'expiresAt', 'endedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

/** Uploads of a person that have not ended, whatever their source. */
export function unendedUploads(db: Db, userId: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('userId', '=', userId).where('state', '=', 'open').execute()
}
