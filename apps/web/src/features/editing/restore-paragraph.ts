import { editingTexts } from '@doslovno/texts/editing.ts'

import { showToast } from '#ui/toast.ts'

import type { Editor } from './editor.ts'

/** Leaves the open paragraph with what was recognised in it. */
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
