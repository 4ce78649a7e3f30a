import { daysBefore, deleteInBatches } from '#platform/batches.ts'
import type { Db } from '#platform/db.ts'
import type { AppError } from '#platform/errors.ts'
import type { LinkDownloadRow } from '#platform/tables.ts'

const running = 'processing'

type NewDownload = Pick<LinkDownloadRow, 'id' | 'uploadId' | 'userId' | 'url' | 'createdAt'>

export async function insertDownload(db: Db, download: NewDownload): Promise<void> {
  await db.insertInto('linkDownloads').values(download).execute()
}

export function findDownload(db: Db, id: string): Promise<LinkDownloadRow | undefined> {
  return db.selectFrom('linkDownloads').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function countRunning(db: Db, userId: string): Promise<number> {
  const counted = db
    .selectFrom('linkDownloads')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('userId', '=', userId)
    .where('status', '=', running)
  return (await counted.executeTakeFirstOrThrow()).total
}

type Progress = Pick<LinkDownloadRow, 'bytesDone' | 'bytesTotal' | 'title'>

/** Returns false if the download was cancelled. */
export function saveProgress(db: Db, id: string, progress: Progress): Promise<boolean> {
  return change(db, id, progress)
}

export function completeDownload(db: Db, id: string, now: Date): Promise<boolean> {
  return change(db, id, { status: 'complete', finishedAt: now })
}

export function failDownload(db: Db, id: string, { code, tooBig }: AppError, now: Date): Promise<boolean> {
  return change(db, id, {
    status: 'error',
    errorCode: code,
    finishedAt: now,
    ...(tooBig ? { tooBig: JSON.stringify(tooBig) } : {}),
  })
}

type Changes = Partial<Omit<LinkDownloadRow, 'tooBig'>> & { tooBig?: string }

/** Changes a download only while it is running. */
async function change(db: Db, id: string, changes: Changes): Promise<boolean> {
  const changed = await db
    .updateTable('linkDownloads')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', running)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Deletes the download with its URL; it has no objects in storage. */
export async function forget(db: Db, scriptId: string): Promise<string[]> {
  await db.deleteFrom('linkDownloads').where('uploadId', '=', scriptId).execute()
  return []
}

const KEPT_DAYS = 30

/** Deletes finished downloads with their URLs; returns how many. */
export function forgetOld(db: Db, now: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('linkDownloads')
      .where('id', 'in', (eb) =>
        eb.selectFrom('linkDownloads').select('id').where('finishedAt', '<', daysBefore(now, KEPT_DAYS)).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** Downloads by link of a person, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('linkDownloads')
    .select(['uploadId', 'url', 'title', 'status', 'errorCode', 'bytesDone', 'bytesTotal', 'createdAt', 'finishedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function runningDownloads(db: Db, userId: string): Promise<string[]> {
  const running = await db
    .selectFrom('linkDownloads')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'processing')
    .execute()
  return running.map(({ id }) => id)
}
