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
  /** Asks first. */
  askToDelete: (script: Named) => void
  /** To be put somewhere on the page. */
  dialog: ReactNode
}

/** Deletes files for good, each after a question. `onDeleted` comes before anything is loaded again. */
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

/** What was deleted elsewhere meanwhile is deleted. */
function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

/** The lists and the account are loaded again; the deleted file is not. */
async function forgetScript(queries: QueryClient, id: string): Promise<void> {
  queries.removeQueries({ queryKey: scriptQuery(id).queryKey })
  await Promise.all([
    queries.invalidateQueries({ queryKey: SCRIPTS_KEY }),
    queries.invalidateQueries({ queryKey: infoQuery().queryKey }),
    session.reload(),
  ])
}
