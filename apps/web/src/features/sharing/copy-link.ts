import { sharingTexts } from '@doslovno/texts/sharing.ts'

import { copyText } from '#lib/clipboard/copy-text.ts'

import { fileLink } from './file-link.ts'

/** Copies the address of a public file and reports the outcome. */
export function copyLink(id: string): Promise<void> {
  return copyText(fileLink(location.origin, id), sharingTexts.copied, sharingTexts.copyFailed)
}
