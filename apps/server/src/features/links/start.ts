import { randomUUID } from 'node:crypto'

import type { Context } from '#context.ts'
import { hasPaidTariff } from '#features/billing/index.ts'
import { abortUpload, openUpload } from '#features/uploads/index.ts'
import { AppError } from '#platform/errors.ts'

import { download } from './jobs.ts'
import { countRunning, insertDownload } from './repo.ts'

/** How many links of one user are downloaded at once. */
const AT_ONCE = 2
/** Until the link says what it leads to. */
const UNKNOWN_TYPE = 'application/octet-stream'

/** Takes a slot and sends a worker for the file; the link itself is judged there. */
export async function startDownload(ctx: Context, userId: string, url: string): Promise<string> {
  if (!(await hasPaidTariff(ctx.db, userId))) throw new AppError('linkNotAllowed')
  if ((await countRunning(ctx.db, userId)) >= AT_ONCE) throw new AppError('tooManyUploads')
  await ctx.limits.spend('linksByUser', userId)
  const fileName = new URL(url).hostname
  const upload = await openUpload(ctx, { userId, source: 'link', fileName, contentType: UNKNOWN_TYPE, sizeBytes: null })
  const id = randomUUID()
  try {
    await ctx.db.transaction().execute(async (tx) => {
      await insertDownload(tx, { id, uploadId: upload.id, userId, url, createdAt: ctx.now() })
      await ctx.jobs.enqueue(tx, download, [{ processId: id }])
    })
  } catch (error) {
    await abortUpload(ctx, upload)
    throw error
  }
  return id
}
