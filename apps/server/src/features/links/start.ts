import { randomUUID } from 'node:crypto'

import { type Actor, canEdit } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { ownFolder } from '#features/scripts/index.ts'
import { abortUpload, openUpload, findUpload } from '#features/uploads/index.ts'
import { isOutcomeUnknown } from '#platform/database-failures.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'

import { download } from './jobs.ts'
import { countRunning, insertDownload, failDownload, findDownload } from './repo.ts'

/** Concurrent downloads per user. */
const MOST_DOWNLOADS = 2
/** Placeholder until the file is downloaded. */
const UNKNOWN_TYPE = 'application/octet-stream'

type Asked = { url: string; folderId?: string | undefined }

/** Takes a slot and enqueues the download; the worker decides whether the link is allowed. */
export async function startDownload(
  ctx: Context,
  actor: Actor,
  { url, folderId }: Asked,
  kept: Kept<string>,
): Promise<string> {
  const { userId } = actor
  if (!URL.canParse(url)) throw new AppError('linkUnsupported')
  const { canUploadLinks } = await entitlementsFor(ctx.db, userId, ctx.now())
  if (!canUploadLinks) throw new AppError('linkNotAllowed')
  if ((await countRunning(ctx.db, userId)) >= MOST_DOWNLOADS) throw new AppError('tooManyUploads')
  await ctx.rateLimits.spend('linksByUser', userId)
  if (folderId !== undefined) await ownFolder(ctx.db, folderId, actor)
  const upload = await openUpload(ctx, {
    userId,
    source: 'link',
    fileName: new URL(url).hostname,
    contentType: UNKNOWN_TYPE,
    sizeBytes: null,
    folderId,
  })
  const id = randomUUID()
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await insertDownload(tx, { id, uploadId: upload.id, userId, url, createdAt: ctx.now() })
      await ctx.jobs.enqueue(tx, download, [{ processId: id }])
      await kept(tx, id)
    })
  } catch (error) {
    if (!isOutcomeUnknown(error)) await abortUpload(ctx, upload)
    throw error
  }
  return id
}

/** Cancels a download; the worker notices within a second. A finished download stays as it is. */
export async function cancelDownload(ctx: Context, processId: string, actor: Actor): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  if (!link || !canEdit(link, actor)) throw new AppError('notFound')
  await failDownload(ctx.db, processId, new AppError('uploadAborted'), ctx.now())
  const upload = await findUpload(ctx.db, link.uploadId)
  if (upload) await abortUpload(ctx, upload)
}
