import { randomUUID } from 'node:crypto'

import type { Actor } from '@doslovno/domain/access.ts'
import type { Entitlements } from '@doslovno/domain/billing/entitlements.ts'
import { cleanContentType, cleanFileName } from '@doslovno/domain/upload/file-name.ts'
import { partSizeOf } from '@doslovno/domain/upload/parts.ts'

import type { Context } from '#context.ts'
import { lockEntitlements } from '#features/billing/index.ts'
import { originalKey, ownFolder } from '#features/scripts/index.ts'
import { isOutcomeUnknown } from '#platform/database-failures.ts'
import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import type { UploadRow } from '#platform/tables.ts'

import { endUpload, insertUpload, countOpen, setStorageUpload, countUploadsSince } from './repo.ts'

/** Uploads that are not completed within a day are aborted. */
const LIFE_MS = 24 * 3600 * 1000
/** Enough for a batch of files chosen together and leftovers of an earlier one. */
const MOST_OPEN = 30

type Opening = {
  userId: string
  source: UploadRow['source']
  fileName: string
  contentType: string
  /** Null if it is not known in advance. */
  sizeBytes: number | null
  /** The folder to put the file into. */
  folderId?: string | undefined
}

/** Takes one of the month's upload slots under the user's lock, so that two uploads never share the last one. */
export function openUpload({ db, now }: Context, opening: Opening): Promise<UploadRow> {
  const { userId, source, sizeBytes, folderId = null } = opening
  const fileName = cleanFileName(opening.fileName)
  const contentType = cleanContentType(opening.contentType)
  const createdAt = now()
  return db.transaction().execute(async (tx) => {
    const entitlements = await lockEntitlements(tx, userId, createdAt)
    const { fileSizeBytes } = entitlements
    if (sizeBytes !== null && sizeBytes > fileSizeBytes)
      throw new AppError('fileTooBig', { tooBig: { size: sizeBytes, fileName, fileSize: fileSizeBytes } })
    if ((await uploadsLeft(tx, userId, entitlements)) === 0) throw new AppError('uploadsExceeded')
    if ((await countOpen(tx, userId)) >= MOST_OPEN) throw new AppError('tooManyUploads')
    return insertUpload(tx, {
      id: randomUUID(),
      userId,
      source,
      fileName,
      contentType,
      sizeBytes,
      partSize: source === 'parts' && sizeBytes !== null ? partSizeOf(sizeBytes) : null,
      folderId,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_MS),
    })
  })
}

type File = { fileName: string; contentType: string; sizeBytes: number; folderId?: string | undefined }

/** Begins an upload whose parts the browser sends straight to storage. */
export async function openPartsUpload(
  ctx: Context,
  actor: Actor,
  file: File,
  kept: Kept<UploadRow>,
): Promise<UploadRow> {
  if (file.folderId !== undefined) await ownFolder(ctx.db, file.folderId, actor)
  const upload = await openUpload(ctx, { userId: actor.userId, source: 'parts', ...file })
  try {
    const storageUploadId = await ctx.storage.parts.begin(originalKey(upload.id), upload.contentType)
    const begun = { ...upload, storageUploadId }
    await ctx.db.transaction().execute(async (tx) => {
      await setStorageUpload(tx, upload.id, storageUploadId)
      await kept(tx, begun)
    })
    return begun
  } catch (error) {
    if (!isOutcomeUnknown(error)) await endUpload(ctx.db, upload.id, 'aborted', ctx.now())
    throw error
  }
}

type Quota = Pick<Entitlements, 'filesPerPeriod' | 'period'>

/** Uploads left in this month of the tariff; null: no limit. */
export async function uploadsLeft(db: Db, userId: string, { filesPerPeriod, period }: Quota): Promise<number | null> {
  if (filesPerPeriod === null) return null
  return Math.max(0, filesPerPeriod - (await countUploadsSince(db, userId, period.start)))
}
