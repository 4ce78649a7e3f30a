import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { deleteTexts } from '@doslovno/texts/files.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { titleOf } from '#lib/format/file-name.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { infoQuery } from '#lib/queries/account.ts'
import { deleteScript, SCRIPTS_KEY, scriptQuery } from '#lib/queries/scripts.ts'
import { session } from '#lib/session/current.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type Named = Pick<ScriptSummary, 'id' | 'fileName'>

type DeleteFile = {
  /** Opens the confirmation. */
  askToDelete: (script: Named) => void
  /** Belongs anywhere on the page. */
  dialog: ReactNode
}

/** Deletes files after a confirmation. `onDeleted` runs before anything is reloaded. */
export function useDeleteFile(onDeleted?: (script: Named) => Promise<void> | void): DeleteFile {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Named | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  const confirm = async () => {
    if (!asked) return
    await deleteScript(asked.id).catch(ignoreMissing)
    await onDeleted?.(asked)
    await forgetScript(queries, asked.id)
  }
  return {
    askToDelete: (script) => {
      setAsked(script)
      setIsOpen(true)
    },
    dialog: (
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={confirm}
        title={deleteTexts.title}
        subtitle={asked ? titleOf(asked.fileName) : ''}
        text={deleteTexts.text}
        confirm={deleteTexts.confirm}
        tone="bad"
      />
    ),
  }
}

/** A file that is already deleted counts as deleted. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

/** Reloads the lists and the account, but not the deleted file. */
async function forgetScript(queries: QueryClient, id: string): Promise<void> {
  queries.removeQueries({ queryKey: scriptQuery(id).queryKey })
  await Promise.all([
    queries.invalidateQueries({ queryKey: SCRIPTS_KEY }),
    queries.invalidateQueries({ queryKey: infoQuery().queryKey }),
    session.reload(),
  ])
}
