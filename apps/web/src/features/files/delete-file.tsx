import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { deleteTexts } from '@doslovno/texts/files.ts'
import { deleteManyTexts } from '@doslovno/texts/folders.ts'
import { useQueryClient } from '@tanstack/react-query'

import { titleOf } from '#lib/format/file-name.ts'
import { ignoreMissing } from '#lib/http/api-error.ts'
import { refreshAccount } from '#lib/queries/account.ts'
import { deleteScripts, refreshLists } from '#lib/queries/folders.ts'
import { deleteScript, SCRIPTS_KEY, scriptQuery } from '#lib/queries/scripts.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'

type Named = Pick<ScriptSummary, 'id' | 'fileName'>

/** Deletes files after a confirmation. `onDeleted` runs before anything is reloaded. */
export function useDeleteFile(onDeleted?: (script: Named) => Promise<void> | void) {
  const queries = useQueryClient()
  return useConfirm<Named>((file) => ({
    ...deleteTexts,
    subtitle: file && titleOf(file.fileName),
    tone: 'bad',
    onConfirm: async (script) => {
      await deleteScript(script.id).catch(ignoreMissing)
      await onDeleted?.(script)
      queries.removeQueries({ queryKey: scriptQuery(script.id).queryKey })
      await Promise.all([queries.invalidateQueries({ queryKey: SCRIPTS_KEY }), refreshAccount(queries)])
    },
  }))
}

/** Deletes several files after one confirmation. */
export function useDeleteFiles(onDeleted: () => void) {
  const queries = useQueryClient()
  return useConfirm<readonly Named[]>((files = []) => ({
    title: deleteManyTexts.title(files.length),
    text: deleteManyTexts.text(files.length),
    confirm: deleteManyTexts.confirm,
    tone: 'bad',
    onConfirm: async (scripts) => {
      const ids = scripts.map(({ id }) => id)
      try {
        await deleteScripts(ids)
      } finally {
        // A file may have been deleted elsewhere: the list must show it, whatever comes of this.
        await refreshLists(queries)
      }
      onDeleted()
      for (const id of ids) queries.removeQueries({ queryKey: scriptQuery(id).queryKey })
      await refreshAccount(queries)
    },
  }))
}
