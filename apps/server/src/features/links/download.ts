import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

import type { WorkerContext } from '#context.ts'
import { fileLimitBytes } from '#features/billing/index.ts'
import { originalKey } from '#features/scripts/index.ts'
import { abortUpload, findUpload, keepUpload } from '#features/uploads/index.ts'
import { AppError } from '#platform/errors.ts'
import type { LinkDownloadRow } from '#platform/tables.ts'
import { withWorkFolder } from '#platform/work-folder.ts'

import { completeDownload, failDownload, findDownload, saveProgress } from './repo.ts'

/** How often what is downloaded so far is written down, and a cancel noticed. */
const BEAT_MS = 1000

/** From a link to a script. Run again after a crash, it downloads again, unless the file is kept already. */
export async function downloadLink(ctx: WorkerContext, processId: string, signal: AbortSignal): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  const upload = link && (await findUpload(ctx.db, link.uploadId))
  if (link?.status !== 'processing' || !upload) return
  if (upload.state === 'open') await bring(ctx, link, signal)
  await completeDownload(ctx.db, processId, ctx.now())
}

async function bring(ctx: WorkerContext, link: LinkDownloadRow, signal: AbortSignal): Promise<void> {
  const limitBytes = await fileLimitBytes(ctx.db, link.userId)
  const beat = startBeat(ctx, link, signal)
  try {
    await withWorkFolder(ctx.config.workDir, async (folder) => {
      const options = { folder, limitBytes, signal: beat.signal, onProgress: beat.onProgress }
      const { path, fileName, contentType, sizeBytes } = await ctx.download.fetch(link.url, options)
      await ctx.storage.putFile(originalKey(link.uploadId), path, { contentType, signal: beat.signal })
      await keepAs(ctx, link, { fileName: cleanFileName(fileName), contentType, sizeBytes })
    })
  } catch (error) {
    if (beat.isCancelled()) throw new AppError('uploadAborted', { cause: error })
    throw error
  } finally {
    beat.stop()
  }
}

type Kept = { fileName: string; contentType: string; sizeBytes: number }

async function keepAs(ctx: WorkerContext, link: LinkDownloadRow, { fileName, contentType, sizeBytes }: Kept) {
  const upload = await findUpload(ctx.db, link.uploadId)
  if (!upload) throw new AppError('uploadAborted')
  await keepUpload(ctx, { ...upload, fileName, contentType }, sizeBytes)
}

type Seen = { title?: string; bytes: number; totalBytes: number | null }

/** Writes progress once a second; where the row does not run any more, the download is aborted. */
function startBeat(ctx: WorkerContext, link: LinkDownloadRow, signal: AbortSignal) {
  const cancel = new AbortController()
  let seen: Seen = { bytes: 0, totalBytes: null }
  const write = async () => {
    const progress = { bytesDone: seen.bytes, bytesTotal: seen.totalBytes, title: seen.title ?? link.title }
    if (!(await saveProgress(ctx.db, link.id, progress))) cancel.abort()
  }
  const timer = setInterval(
    () => void write().catch((error: unknown) => ctx.log.warn({ err: error }, 'no beat')),
    BEAT_MS,
  )
  return {
    signal: AbortSignal.any([signal, cancel.signal]),
    isCancelled: () => cancel.signal.aborted,
    onProgress: (progress: Seen) => (seen = { ...seen, ...progress }),
    stop: () => clearInterval(timer),
  }
}

/** Ends a download that cannot be, or was called off; its slot comes back. */
export async function giveUpDownload(ctx: WorkerContext, processId: string, failure: AppError): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  if (!link) return
  const told = failure.code === 'processingFailed' ? new AppError('linkFailed') : failure
  await failDownload(ctx.db, processId, told, ctx.now())
  const upload = await findUpload(ctx.db, link.uploadId)
  if (upload) await abortUpload(ctx, upload)
}
