import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { cancelTexts } from '@doslovno/texts/files.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { titleOf } from '#lib/format/file-name.ts'
import { cancelProcessing, SCRIPTS_KEY } from '#lib/queries/scripts.ts'
import { session } from '#lib/session/current.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type Named = Pick<ScriptSummary, 'id' | 'fileName'>

/** Cancels processing after a confirmation. */
export function useCancelFile(): { askToCancel: (script: Named) => void; dialog: ReactNode } {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<Named | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  const confirm = async () => {
    if (asked) await cancelProcessing(asked.id)
    await Promise.all([queries.invalidateQueries({ queryKey: SCRIPTS_KEY }), session.reload()])
  }
  return {
    askToCancel: (script) => {
      setAsked(script)
      setIsOpen(true)
    },
    dialog: (
      <ConfirmDialog
        {...cancelTexts}
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={confirm}
        subtitle={asked ? titleOf(asked.fileName) : ''}
      />
    ),
  }
}
