import { type Actor, canEdit } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { abortUpload, findUpload } from '#features/uploads/index.ts'
import { AppError } from '#platform/errors.ts'

import { failDownload, findDownload } from './repo.ts'

/** Cancels a download; the worker notices within a second. A finished download stays as it is. */
export async function cancelDownload(ctx: Context, processId: string, actor: Actor): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  if (!link || !canEdit(link, actor)) throw new AppError('notFound')
  await failDownload(ctx.db, processId, new AppError('uploadAborted'), ctx.now())
  const upload = await findUpload(ctx.db, link.uploadId)
  if (upload) await abortUpload(ctx, upload)
}
