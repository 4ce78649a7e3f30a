import { pageTitle } from '@doslovno/texts/brand.ts'

import { titleOf } from '#lib/format/file-name.ts'

export type Shared = { id: string; linkId?: string | undefined }

/** The address of a public file. */
export function fileLink(origin: string, { id, linkId = id }: Shared): string {
  return `${origin}/files/${linkId}`
}

const EMBED_HEIGHT = 420

/** A frame for somebody's page that plays a public file. */
export function embedCode(origin: string, { id, linkId = id, fileName }: Shared & { fileName: string }): string {
  const title = pageTitle(titleOf(fileName)).replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `<iframe src="${origin}/embed/${linkId}" title="${title}" width="100%" height="${EMBED_HEIGHT}" loading="lazy" style="border:0"></iframe>`
}

/** A file's name up to its first dot; a leading dot is kept. */
export function nameBeforeDot(fileName: string): string {
  return fileName.split('.', 1)[0] || fileName
}
