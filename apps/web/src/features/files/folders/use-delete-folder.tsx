import type { Folder } from '@doslovno/contract/folders.ts'
import { deleteFolderTexts } from '@doslovno/texts/folders.ts'
import { useQueryClient } from '@tanstack/react-query'

import { ignoreMissing } from '#lib/http/api-error.ts'
import { deleteFolder, refreshLists } from '#lib/queries/folders.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'

/** Deletes folders after a confirmation; their files stay. `onDeleted` runs before anything is reloaded. */
export function useDeleteFolder(onDeleted: (folder: Folder) => void) {
  const queries = useQueryClient()
  return useConfirm<Folder>((asked) => ({
    title: deleteFolderTexts.title,
    subtitle: asked?.name,
    text: asked?.files === 0 ? deleteFolderTexts.empty : deleteFolderTexts.text,
    confirm: deleteFolderTexts.confirm,
    tone: 'bad',
    onConfirm: async (folder) => {
      await deleteFolder(folder.id).catch(ignoreMissing)
      onDeleted(folder)
      await refreshLists(queries)
    },
  }))
}
