import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import type { UploadRow } from '#platform/tables.ts'
import { uploadsAborted } from '#platform/telemetry.ts'

import { endUpload, expiredUploads } from './repo.ts'

/** Aborts an upload: frees its slot and deletes its data. A completed upload stays unchanged. */
export async function abortUpload(ctx: Context, upload: UploadRow): Promise<void> {
  const isOpen = await endUpload(ctx.db, upload.id, 'aborted', ctx.now())
  if (!isOpen) return
  uploadsAborted.inc()
  await clear(ctx, upload)
}

/** If this fails, the nightly comparison of bucket and rows deletes the rest. */
async function clear({ storage, log }: Context, { id, storageUploadId }: UploadRow): Promise<void> {
  const key = originalKey(id)
  try {
    if (storageUploadId) await storage.parts.drop(key, storageUploadId)
    await storage.remove(key)
  } catch (error) {
    log.warn({ err: error, uploadId: id }, 'failed to delete an aborted upload')
  }
}

const BATCH = 500

/** Aborts uploads that were not completed in time. */
export async function expireUploads(ctx: Context): Promise<void> {
  const findExpired = () => expiredUploads(ctx.db, ctx.now(), BATCH)
  for (let due = await findExpired(); due.length > 0; due = await findExpired())
    for (const upload of due) await abortUpload(ctx, upload)
}
