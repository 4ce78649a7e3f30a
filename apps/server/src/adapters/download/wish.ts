import { join } from 'node:path'

/** How far a download is; the title as soon as it is known. */
export type DownloadProgress = { title?: string; bytes: number; totalBytes: number | null }

/** Where a download goes, and when it must end. */
export type Wish = {
  folder: string
  limitBytes: number
  signal: AbortSignal
  onProgress: (progress: DownloadProgress) => void
}

/** What came: the file, the name people may see, and what it is by its bytes. */
export type Downloaded = { path: string; fileName: string; contentType: string; sizeBytes: number }

/** Where in its folder a download lies. */
export const placeIn = (folder: string) => join(folder, 'download')
