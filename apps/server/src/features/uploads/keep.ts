import { mediaKind } from '@doslovno/domain/upload/file-name.ts'
import { looksLikeMedia } from '@doslovno/domain/upload/magic.ts'

import type { Context } from '#context.ts'
import { storageEnd } from '#features/billing/index.ts'
import { insertScript, originalKey, scriptById } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow, UploadRow } from '#platform/tables.ts'
import { uploadBytes } from '#platform/telemetry.ts'

import { abortUpload } from './abort.ts'
import { inspect } from './jobs.ts'
import { endUpload, lockUpload } from './repo.ts'

const HEAD_BYTES = 64

/**
 * Where every upload ends, whichever way it came: what lies in storage becomes a script, once, and is looked into.
 * What is no recording by its first bytes is thrown away at once.
 */
export async function keepUpload(ctx: Context, upload: UploadRow, sizeBytes: number): Promise<ScriptRow> {
  if (upload.state === 'open') await refuseOtherFiles(ctx, upload, sizeBytes)
  const { script, isNew } = await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockUpload(tx, upload.id)
    if (locked?.state !== 'open') return { script: await scriptById(tx, upload.id), isNew: false }
    await endUpload(tx, upload.id, 'complete', ctx.now())
    const { id, userId, fileName, contentType } = upload
    const kept = await insertScript(tx, {
      id,
      userId,
      fileName,
      sizeBytes,
      kind: mediaKind(contentType),
      contentType,
      uploadedAt: ctx.now(),
      keepUntil: await storageEnd(tx, userId, ctx.now()),
    })
    await ctx.jobs.enqueue(tx, inspect, [{ scriptId: id }])
    return { script: kept, isNew: true }
  })
  if (isNew) uploadBytes.inc(sizeBytes)
  if (script) return script
  // Called off while its last bytes came in.
  await ctx.storage.remove(originalKey(upload.id))
  throw new AppError('notFound')
}

async function refuseOtherFiles(ctx: Context, upload: UploadRow, sizeBytes: number): Promise<void> {
  const head = await ctx.storage.readRange(originalKey(upload.id), 0, Math.min(HEAD_BYTES, sizeBytes))
  if (looksLikeMedia(head)) return
  await abortUpload(ctx, upload)
  throw new AppError('unsupportedFormat')
}
