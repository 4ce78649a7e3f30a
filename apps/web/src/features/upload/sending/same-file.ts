import type { Upload, UploadPart } from '@doslovno/contract/uploads.ts'
import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'

import { readPart, sha256 } from './file-parts.ts'

/** A quick check whether a file may be the one an upload was begun with. */
export function looksLike(file: { name: string; size: number }, upload: Upload): boolean {
  return cleanFileName(file.name) === upload.fileName && file.size === upload.size
}

/** Whether a file is the one an upload was begun with: same name, size, and hashes of the arrived parts. */
export async function isSameFile(file: File, upload: Upload, parts: readonly UploadPart[]): Promise<boolean> {
  if (!looksLike(file, upload)) return false
  for (const part of parts) {
    if ((await sha256(await readPart(file, upload.partSize, part.number))) !== part.sha256) return false
  }
  return true
}
