import { randomUUID } from 'node:crypto'

import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'
import { partSizeOf } from '@doslovno/domain/upload/parts.ts'

import type { Context } from '#context.ts'
import { lockUploadLimits } from '#features/billing/index.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { UploadRow } from '#platform/tables.ts'

import { endUpload, insertUpload, countOpen, setStorageUpload } from './repo.ts'

/** What is not finished in a day is given up. */
const LIFE_MS = 24 * 3600 * 1000
/** A queue of files chosen together, with room for what was left from before. */
const MOST_OPEN = 30

type Opening = {
  userId: string
  source: UploadRow['source']
  fileName: string
  contentType: string
  /** Where it is known beforehand. */
  sizeBytes: number | null
}

/** Takes a slot of the tariff's month under the user's lock, so that two uploads never share the last one. */
export function openUpload({ db, now }: Context, opening: Opening): Promise<UploadRow> {
  const { userId, source, contentType, sizeBytes } = opening
  const fileName = cleanFileName(opening.fileName)
  const createdAt = now()
  return db.transaction().execute(async (tx) => {
    const { limitBytes, uploadsLeft } = await lockUploadLimits(tx, userId, createdAt)
    if (sizeBytes !== null && sizeBytes > limitBytes)
      throw new AppError('fileTooBig', { tooBig: { size: sizeBytes, fileName, fileSize: limitBytes } })
    if (uploadsLeft !== null && uploadsLeft < 1) throw new AppError('uploadsExceeded')
    if ((await countOpen(tx, userId)) >= MOST_OPEN) throw new AppError('tooManyUploads')
    return insertUpload(tx, {
      id: randomUUID(),
      userId,
      source,
      fileName,
      contentType,
      sizeBytes,
      partSize: source === 'parts' && sizeBytes !== null ? partSizeOf(sizeBytes) : null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + LIFE_MS),
    })
  })
}

type File = { fileName: string; contentType: string; sizeBytes: number }

/** Begins an upload whose parts the browser sends straight to storage. */
export async function openPartsUpload(ctx: Context, userId: string, file: File): Promise<UploadRow> {
  const upload = await openUpload(ctx, { userId, source: 'parts', ...file })
  try {
    const storageUploadId = await ctx.storage.parts.begin(originalKey(upload.id), file.contentType)
    await setStorageUpload(ctx.db, upload.id, storageUploadId)
    return { ...upload, storageUploadId }
  } catch (error) {
    await endUpload(ctx.db, upload.id, 'aborted', ctx.now())
    throw error
  }
}
