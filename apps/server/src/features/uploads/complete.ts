import { partBytes, partCount, type StoredPart } from '@doslovno/domain/upload/parts.ts'

import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { keepUpload } from './keep.ts'
import { type PartsUpload, storedParts } from './parts.ts'

/** Joins the parts of an upload once all have arrived. Repeated calls return the same script. */
export async function completeUpload(ctx: Context, upload: PartsUpload): Promise<ScriptRow> {
  if (upload.state === 'open') await joinParts(ctx, upload)
  return keepUpload(ctx, upload, upload.sizeBytes)
}

/** A concurrent call may join the parts first; storage then has the object and no longer the upload. */
async function joinParts(ctx: Context, upload: PartsUpload): Promise<void> {
  const key = originalKey(upload.id)
  const isJoined = async () => (await ctx.storage.sizeOf(key)) !== undefined
  if (await isJoined()) return
  try {
    const parts = await storedParts(ctx, upload)
    if (!isWhole(upload, parts)) throw new AppError('uploadIncomplete')
    await ctx.storage.parts.join(key, upload.storageUploadId, parts)
  } catch (error) {
    if (!(await isJoined())) throw error
  }
}

/** Every part has arrived with its own length, so the sum is the announced size. */
function isWhole(upload: PartsUpload, parts: readonly StoredPart[]): boolean {
  return parts.length === partCount(upload) && parts.every(({ number, size }) => partBytes(upload, number) === size)
}
