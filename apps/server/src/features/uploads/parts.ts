import type { UploadPart } from '@doslovno/contract/uploads.ts'
import { type Actor, isOwner, type Scope } from '@doslovno/domain/access.ts'
import { partBytes, type StoredPart, partCount } from '@doslovno/domain/upload/parts.ts'

import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadRow, ScriptRow } from '#platform/tables.ts'

import { keepUpload } from './keep.ts'
import { findUpload, partHashes, savePart } from './repo.ts'

/** Long enough for one part on a slow connection. */
const PART_URL_SECONDS = 3600

/** An upload in parts, with the columns that only such an upload has. */
export type PartsUpload = UploadRow & { sizeBytes: number; partSize: number; storageUploadId: string }

/** An upload that the actor may not touch is indistinguishable from a missing one. */
export async function ownUpload(ctx: Context, id: string, actor: Actor, scope: Scope = 'write'): Promise<PartsUpload> {
  const upload = await findUpload(ctx.db, id)
  if (!upload || !isOwner(upload, actor, scope)) throw new AppError('notFound')
  if (upload.state === 'aborted' || !isInParts(upload)) throw new AppError('notFound')
  return upload
}

export function isInParts(upload: UploadRow): upload is PartsUpload {
  return upload.sizeBytes !== null && upload.partSize !== null && upload.storageUploadId !== null
}

/** Signs a URL for a part of exactly its length, and stores the hash that the browser sends. */
export async function signPart(
  ctx: Context,
  upload: PartsUpload,
  part: { number: number; sha256: string },
): Promise<string> {
  const bytes = partBytes(upload, part.number)
  if (upload.state !== 'open') throw new AppError('notFound')
  if (bytes === undefined) throw new AppError('invalidRequest')
  await savePart(ctx.db, upload.id, part.number, Buffer.from(part.sha256, 'hex'))
  return ctx.storage.parts.signedUrl(originalKey(upload.id), upload.storageUploadId, {
    number: part.number,
    bytes,
    seconds: PART_URL_SECONDS,
  })
}

/** The parts that storage has received; none for an upload that has ended. */
export async function storedParts(ctx: Context, upload: PartsUpload): Promise<StoredPart[]> {
  return upload.state === 'open' ? ctx.storage.parts.list(originalKey(upload.id), upload.storageUploadId) : []
}

export async function listParts(ctx: Context, upload: PartsUpload): Promise<UploadPart[]> {
  const [stored, hashes] = await Promise.all([storedParts(ctx, upload), partHashes(ctx.db, upload.id)])
  return stored.map((part) => ({ ...part, sha256: hashes.get(part.number) ?? '' }))
}

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
