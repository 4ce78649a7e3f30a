import type { Context } from '#context.ts'
import { abortUpload, findUpload } from '#features/uploads/index.ts'
import { AppError } from '#platform/errors.ts'

import { failDownload, findDownload } from './repo.ts'

/** Calls a download off; the worker notices within a second. One that has ended is left as it is. */
export async function cancelDownload(ctx: Context, processId: string, userId: string): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  if (link?.userId !== userId) throw new AppError('notFound')
  await failDownload(ctx.db, processId, new AppError('uploadAborted'), ctx.now())
  const upload = await findUpload(ctx.db, link.uploadId)
  if (upload) await abortUpload(ctx, upload)
}
