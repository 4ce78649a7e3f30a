import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { deleteManyTexts } from '@doslovno/texts/folders.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { infoQuery } from '#lib/queries/account.ts'
import { deleteScripts, refreshLists } from '#lib/queries/folders.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'
import { session } from '#lib/session/current.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Deletes several files after one confirmation. */
export function useDeleteFiles(onDeleted: () => void): {
  askToDelete: (scripts: readonly ScriptSummary[]) => void
  dialog: ReactNode
} {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<readonly ScriptSummary[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const confirm = async () => {
    const ids = asked.map(({ id }) => id)
    try {
      await deleteScripts(ids)
    } finally {
      // A file may have been deleted elsewhere: the list must show it, whatever comes of this.
      await refreshLists(queries)
    }
    onDeleted()
    for (const id of ids) queries.removeQueries({ queryKey: scriptQuery(id).queryKey })
    await Promise.all([queries.invalidateQueries({ queryKey: infoQuery().queryKey }), session.reload()])
  }
  return {
    askToDelete: (scripts) => {
      setAsked(scripts)
      setIsOpen(true)
    },
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={confirm}
        title={deleteManyTexts.title(asked.length)}
        text={deleteManyTexts.text(asked.length)}
        confirm={deleteManyTexts.confirm}
        tone="bad"
      />
    ),
  }
}
