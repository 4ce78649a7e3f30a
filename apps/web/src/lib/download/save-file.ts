import type { ExportedFile } from '@doslovno/domain/export/export-transcript.ts'

/** Long enough for a slow disk or a «save as» dialog. */
const KEPT_MS = 40_000

/** Hands a file to the browser's downloads. */
export function saveFile({ name, mediaType, content }: ExportedFile) {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
