import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import type { UploadRow } from '#platform/tables.ts'
import { uploadsAborted } from '#platform/telemetry.ts'

import { endUpload } from './repo.ts'

/** Gives an upload up: its slot comes back and nothing of it stays in storage. A finished one is left alone. */
export async function abortUpload(ctx: Context, upload: UploadRow): Promise<void> {
  const isOpen = await endUpload(ctx.db, upload.id, 'aborted', ctx.now())
  if (!isOpen) return
  uploadsAborted.inc()
  await clear(ctx, upload)
}

/** What could not be removed now goes with the storage's own rule for unfinished uploads. */
async function clear({ storage, log }: Context, { id, storageUploadId }: UploadRow): Promise<void> {
  const key = originalKey(id)
  try {
    if (storageUploadId) await storage.parts.drop(key, storageUploadId)
    await storage.remove(key)
  } catch (error) {
    log.warn({ err: error, uploadId: id }, 'half an upload stays')
  }
}
