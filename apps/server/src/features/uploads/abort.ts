import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import type { UploadRow } from '#platform/tables.ts'
import { uploadsAborted } from '#platform/telemetry.ts'

import { endUpload } from './repo.ts'

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
