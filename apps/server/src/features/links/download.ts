import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

import type { WorkerContext } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { requireOn } from '#features/operations/index.ts'
import { originalKey } from '#features/scripts/index.ts'
import { abortUpload, findUpload, keepUpload } from '#features/uploads/index.ts'
import { runOrPutOff } from '#platform/breakers/put-off.ts'
import { AppError } from '#platform/errors.ts'
import { withWorkFolder } from '#platform/process/work-folder.ts'
import type { LinkDownloadRow } from '#platform/tables.ts'

import { download } from './jobs.ts'
import { completeDownload, failDownload, findDownload, saveProgress } from './repo.ts'

/** Interval for saving progress and checking for a cancel. */
const HEARTBEAT_MS = 1000

export function downloadOrPutOff(
  ctx: WorkerContext,
  payload: { processId: string },
  signal: AbortSignal,
): Promise<void> {
  return runOrPutOff(ctx, { job: download, payload, run: () => downloadLink(ctx, payload.processId, signal) })
}

/** Turns a link into a script. A retry after a crash downloads again, unless the file has been kept already. */
export async function downloadLink(ctx: WorkerContext, processId: string, signal: AbortSignal): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  const upload = link && (await findUpload(ctx.db, link.uploadId))
  if (link?.status !== 'processing' || !upload) return
  if (upload.state === 'open') await fetchFile(ctx, link, signal)
  await completeDownload(ctx.db, processId, ctx.now())
}

async function fetchFile(ctx: WorkerContext, link: LinkDownloadRow, signal: AbortSignal): Promise<void> {
  await requireOn(ctx, 'links')
  const { fileSizeBytes: limitBytes } = await entitlementsFor(ctx.db, link.userId, ctx.now())
  const heartbeat = startHeartbeat(ctx, link, signal)
  try {
    await withWorkFolder(ctx.config.workDir, async (folder) => {
      const options = { folder, limitBytes, signal: heartbeat.signal, onProgress: heartbeat.onProgress }
      const { path, fileName, contentType, sizeBytes } = await ctx.download.fetch(link.url, options)
      await ctx.storage.putFile(originalKey(link.uploadId), path, { contentType, signal: heartbeat.signal })
      await keepFile(ctx, link, { fileName: cleanFileName(fileName), contentType, sizeBytes })
    })
  } catch (error) {
    if (heartbeat.isCancelled()) throw new AppError('uploadAborted', { cause: error })
    throw error
  } finally {
    heartbeat.stop()
  }
}

type FetchedFile = { fileName: string; contentType: string; sizeBytes: number }

async function keepFile(ctx: WorkerContext, link: LinkDownloadRow, { fileName, contentType, sizeBytes }: FetchedFile) {
  const upload = await findUpload(ctx.db, link.uploadId)
  if (!upload) throw new AppError('uploadAborted')
  await keepUpload(ctx, { ...upload, fileName, contentType }, sizeBytes)
}

type Progress = { title?: string; bytes: number; totalBytes: number | null }

/** Saves progress every second; aborts the download once its row is no longer running. */
function startHeartbeat(ctx: WorkerContext, link: LinkDownloadRow, signal: AbortSignal) {
  const cancel = new AbortController()
  let latest: Progress = { bytes: 0, totalBytes: null }
  const write = async () => {
    const progress = { bytesDone: latest.bytes, bytesTotal: latest.totalBytes, title: latest.title ?? link.title }
    if (!(await saveProgress(ctx.db, link.id, progress))) cancel.abort()
  }
  const timer = setInterval(
    () => void write().catch((error: unknown) => ctx.log.warn({ err: error }, 'failed to save download progress')),
    HEARTBEAT_MS,
  )
  return {
    signal: AbortSignal.any([signal, cancel.signal]),
    isCancelled: () => cancel.signal.aborted,
    onProgress: (progress: Progress) => (latest = { ...latest, ...progress }),
    stop: () => clearInterval(timer),
  }
}

/** Ends a download that failed or was cancelled, and frees its slot. */
export async function giveUpDownload(ctx: WorkerContext, processId: string, failure: AppError): Promise<void> {
  const link = await findDownload(ctx.db, processId)
  if (!link) return
  const reported = failure.code === 'processingFailed' ? new AppError('linkFailed') : failure
  await failDownload(ctx.db, processId, reported, ctx.now())
  const upload = await findUpload(ctx.db, link.uploadId)
  if (upload) await abortUpload(ctx, upload)
}
