import { sharingTexts } from '@doslovno/texts/sharing.ts'

import { copyText } from '#lib/clipboard/copy-text.ts'

import { fileLink, type Shared } from './file-link.ts'

/** Copies the address of a public file and reports the outcome. */
export function copyLink(file: Shared): Promise<void> {
  return copyText(fileLink(location.origin, file), sharingTexts.copied, sharingTexts.copyFailed)
}
