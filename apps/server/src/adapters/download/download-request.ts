import { join } from 'node:path'

/** Bytes fetched so far; the title as soon as it is known. */
export type DownloadProgress = { title?: string; bytes: number; totalBytes: number | null }

/** Where to save a download, and when to stop it. */
export type DownloadRequest = {
  folder: string
  limitBytes: number
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/** A fetched file: its path, a name for people, and the content type its bytes show. */
export type Downloaded = { path: string; fileName: string; contentType: string; sizeBytes: number }

export const downloadPath = (folder: string) => join(folder, 'download')
