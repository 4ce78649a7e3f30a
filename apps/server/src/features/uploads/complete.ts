import { partBytes, partCount, type StoredPart } from '@doslovno/domain/upload/parts.ts'

import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { keepUpload } from './keep.ts'
import { type PartsUpload, storedParts } from './parts.ts'

/** Joins the parts of an upload once all of them are there. Asked again, it answers the same script. */
export async function completeUpload(ctx: Context, upload: PartsUpload): Promise<ScriptRow> {
  const key = originalKey(upload.id)
  if (upload.state === 'open' && (await ctx.storage.sizeOf(key)) === undefined) {
    const parts = await storedParts(ctx, upload)
    if (!isWhole(upload, parts)) throw new AppError('uploadIncomplete')
    await ctx.storage.parts.join(key, upload.storageUploadId, parts)
  }
  return keepUpload(ctx, upload, upload.sizeBytes)
}

/** Every part is there, each of its own length, so the sum is what was announced. */
function isWhole(upload: PartsUpload, parts: readonly StoredPart[]): boolean {
  return parts.length === partCount(upload) && parts.every(({ number, size }) => partBytes(upload, number) === size)
}
