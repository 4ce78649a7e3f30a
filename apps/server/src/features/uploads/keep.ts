import { storageEnd } from '@doslovno/domain/billing/entitlements.ts'
import { blameFor } from '@doslovno/domain/upload/blame.ts'
import { mediaKind } from '@doslovno/domain/upload/file-name.ts'
import { HEAD_BYTES, looksLikeMedia } from '@doslovno/domain/upload/magic.ts'

import type { Context } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { folderIfAny, insertScript, originalKey, scriptById } from '#features/scripts/index.ts'
import { rememberUpload } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import type { ScriptRow, UploadRow } from '#platform/tables.ts'
import { uploadBytes } from '#platform/telemetry.ts'

import { abortUpload } from './abort.ts'
import { uploadKept } from './events.ts'
import { endUpload, lockUpload } from './repo.ts'

/**
 * The last step of every upload, whatever its source: turns the stored object into a script, once. An object whose
 * first bytes match no media format is deleted immediately.
 */
export async function keepUpload(
  ctx: Context,
  upload: UploadRow,
  sizeBytes: number,
  kept?: Kept<ScriptRow>,
): Promise<ScriptRow> {
  if (upload.state === 'open') await refuseNonMedia(ctx, upload, sizeBytes)
  const { script, isNew } = await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockUpload(tx, upload.id)
    if (locked?.state !== 'open') return { script: await scriptById(tx, upload.id), isNew: false }
    await endUpload(tx, upload.id, 'complete', ctx.now())
    const { id, userId, fileName, contentType } = upload
    const script = await insertScript(tx, {
      id,
      userId,
      fileName,
      sizeBytes,
      kind: mediaKind(contentType),
      contentType,
      uploadedAt: ctx.now(),
      keepUntil: storageEnd(await entitlementsFor(tx, userId, ctx.now()), ctx.now()),
      folderId: await folderIfAny(tx, upload.folderId),
    })
    await rememberUpload(tx, userId)
    await ctx.announce(tx, uploadKept, { scriptId: id })
    await kept?.(tx, script)
    return { script, isNew: true }
  })
  if (isNew) uploadBytes.inc(sizeBytes)
  if (script) return script
  // Aborted while its last bytes were arriving.
  await ctx.storage.remove(originalKey(upload.id))
  throw new AppError('notFound')
}

async function refuseNonMedia(ctx: Context, upload: UploadRow, sizeBytes: number): Promise<void> {
  const head = await ctx.storage.readRange(originalKey(upload.id), 0, Math.min(HEAD_BYTES, sizeBytes))
  if (looksLikeMedia(head)) return
  await abortUpload(ctx, upload)
  throw new AppError(blameFor(upload.fileName, head))
}
