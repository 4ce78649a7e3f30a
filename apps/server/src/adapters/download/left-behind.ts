import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { HEAD_BYTES } from '@doslovno/domain/upload/magic.ts'

/**
 * The complete file that yt-dlp left; an incomplete one has another name. The folder is untrusted: a symlink in it
 * could point at a file of ours, so only regular files count.
 */
export async function fileIn(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true })
  const file = entries.find((entry) => entry.isFile() && /^media\.\w+$/.test(entry.name))
  return file && join(folder, file.name)
}

/** The size of the largest entry, complete or not. */
export async function largestIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await lstat(join(folder, name))).size)
  return Math.max(0, ...(await Promise.all(sizes)))
}

export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
