import type { ExportedFile } from '@doslovno/domain/export/export-transcript.ts'

/** A slow disk or a question where to save must not find the address gone. */
const KEPT_MS = 40_000

/** Hands a file over to the browser's downloads. */
export function saveFile({ name, mediaType, content }: ExportedFile) {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
