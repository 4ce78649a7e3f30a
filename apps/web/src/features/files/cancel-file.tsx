import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { cancelTexts } from '@doslovno/texts/files.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'

import { titleOf } from '#lib/format/file-name.ts'
import { refreshUser } from '#lib/queries/account.ts'
import { cancelProcessing, SCRIPTS_KEY } from '#lib/queries/scripts.ts'
import { useConfirm } from '#ui/confirm-dialog.tsx'

/** Cancels processing after a confirmation. */
export function useCancelFile() {
  const queries = useQueryClient()
  return useConfirm<Pick<ScriptSummary, 'id' | 'fileName'>>((script) => ({
    ...cancelTexts,
    subtitle: script && titleOf(script.fileName),
    onConfirm: async ({ id }) => {
      await cancelProcessing(id)
      await Promise.all([queries.invalidateQueries({ queryKey: SCRIPTS_KEY }), refreshUser(queries)])
    },
  }))
}

export function CancelProcessing({ scriptId, fileName }: { scriptId: string; fileName: string }) {
  const { ask, dialog } = useCancelFile()
  return (
    <>
      <Button
        variant="subtle"
        size="md"
        leftSection={<X size={17} aria-hidden />}
        onClick={() => ask({ id: scriptId, fileName })}
      >
        {cancelTexts.confirm}
      </Button>
      {dialog}
    </>
  )
}
