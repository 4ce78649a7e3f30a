import type { Upload, UploadPart } from '@doslovno/contract/uploads.ts'
import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'
import { partBytes, partCount } from '@doslovno/domain/upload/parts.ts'

/** The part numbers of a file, from one. */
export function partNumbers(sizeBytes: number, partSize: number): number[] {
  return Array.from({ length: partCount({ sizeBytes, partSize }) }, (_, index) => index + 1)
}

/** Reads one part; throws if the file has changed since it was chosen. */
export async function readPart(file: File, partSize: number, number: number): Promise<ArrayBuffer> {
  const from = (number - 1) * partSize
  const length = partBytes({ sizeBytes: file.size, partSize }, number) ?? 0
  try {
    return await file.slice(from, from + length).arrayBuffer()
  } catch (cause) {
    throw new UnreadableFile({ cause })
  }
}

/** The file was changed, moved or deleted while it was being sent. */
export class UnreadableFile extends Error {
  constructor(options?: ErrorOptions) {
    super('The file cannot be read', options)
    this.name = 'UnreadableFile'
  }
}

export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

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
