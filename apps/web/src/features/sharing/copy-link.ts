import { sharingTexts } from '@doslovno/texts/sharing.ts'

import { copyText } from '#lib/clipboard/copy-text.ts'
import { showToast } from '#ui/toast.ts'

import { fileLink } from './file-link.ts'

/** Copies the address of a public file and reports the outcome. */
export function copyLink(id: string): Promise<void> {
  return copyText(fileLink(location.origin, id), sharingTexts.copied, sharingTexts.copyFailed)
}

/**
 * Copies the address unasked, as soon as the file is public. Safari writes only what a press itself began, so the
 * address is promised. Says nothing if that is not allowed: the dialog shows the link with its button.
 */
export async function copyLinkOf(file: Promise<{ id: string; public: boolean }>): Promise<void> {
  const link = file.then(linkOf)
  // A browser that refuses at once never looks at it.
  link.catch(() => undefined)
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': link })])
    showToast(sharingTexts.copied)
  } catch {
    // The link stays in the dialog.
  }
}

function linkOf({ id, public: isPublic }: { id: string; public: boolean }): Blob {
  if (!isPublic) throw new Error('The file is not public.')
  return new Blob([fileLink(location.origin, id)], { type: 'text/plain' })
}
