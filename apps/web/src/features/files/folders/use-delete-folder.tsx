import type { Folder } from '@doslovno/contract/folders.ts'
import { deleteFolderTexts } from '@doslovno/texts/folders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ApiError } from '#lib/http/api-error.ts'
import { deleteFolder, refreshLists } from '#lib/queries/folders.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Deletes folders after a confirmation; their files stay. `onDeleted` runs before anything is reloaded. */
export function useDeleteFolder(onDeleted: (folder: Folder) => void): {
  askToDelete: (folder: Folder) => void
  dialog: ReactNode
} {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Folder | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const confirm = async () => {
    if (!asked) return
    await deleteFolder(asked.id).catch(ignoreMissing)
    onDeleted(asked)
    await refreshLists(queries)
  }
  return {
    askToDelete: (folder) => {
      setAsked(folder)
      setIsOpen(true)
    },
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={confirm}
        title={deleteFolderTexts.title}
        subtitle={asked?.name}
        text={asked?.files === 0 ? deleteFolderTexts.empty : deleteFolderTexts.text}
        confirm={deleteFolderTexts.confirm}
        tone="bad"
      />
    ),
  }
}

/** A folder that is already deleted counts as deleted. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
