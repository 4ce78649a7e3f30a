import { editingTexts } from '@doslovno/texts/editing.ts'

import type { Editor } from '#features/editing/text/editor.ts'
import { showToast } from '#ui/toast.ts'

/** Restores the recognised text of the open paragraph and closes it. */
export async function restoreParagraph(editor: Editor): Promise<void> {
  const range = editor.cancel()
  if (!range) return
  try {
    const isRestored = await editor.restore(range)
    if (!isRestored) showToast(editingTexts.nothingChanged, 3000)
  } catch {
    showToast(editingTexts.failed, 3000)
  }
}
