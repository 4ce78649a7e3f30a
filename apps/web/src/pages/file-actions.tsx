import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { errors } from '@doslovno/domain/errors.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { fileActionTexts } from '@doslovno/texts/files.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleX, RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

import { DownloadIcon } from '#features/download/download-icon.tsx'
import { useCancelFile } from '#features/files/cancel-file.tsx'
import { useDeleteFile } from '#features/files/delete-file.tsx'
import { AccessIcon, useAccessDialog } from '#features/sharing/access-action.tsx'
import { recallOptions, withDefaults } from '#features/upload/options.ts'
import { wireTextOf } from '#lib/http/api-error.ts'
import { SCRIPTS_KEY, showChange, startProcessing } from '#lib/queries/scripts.ts'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

type FileActions = {
  /** What can be done with a file of the list, as far as it has come. */
  actionsOf: (script: ScriptSummary) => ReactNode
  /** To be put somewhere on the page: one of each kind serves all files. */
  dialogs: ReactNode
}

export function useFileActions(): FileActions {
  const queries = useQueryClient()
  const { configure, dialog: accessDialog } = useAccessDialog((script) => showChange(queries, script))
  const { askToCancel, dialog: cancelDialog } = useCancelFile()
  const { askToDelete, dialog: deleteDialog } = useDeleteFile()
  return {
    actionsOf: (script) => (
      <>
        {hasText(script) && <AccessIcon script={script} onClick={() => configure(script)} />}
        {hasText(script) && <DownloadIcon script={script} />}
        {script.status === 'error' && !script.isExpired && <RetryIcon script={script} />}
        {script.status === 'process' && (
          <IconAction
            icon={CircleX}
            label={fileActionTexts.cancel}
            subject={script.fileName}
            onClick={() => askToCancel(script)}
          />
        )}
        <IconAction
          icon={Trash2}
          label={fileActionTexts.delete}
          subject={script.fileName}
          onClick={() => askToDelete(script)}
        />
      </>
    ),
    dialogs: (
      <>
        {accessDialog}
        {cancelDialog}
        {deleteDialog}
      </>
    ),
  }
}

function hasText({ status, isExpired }: ScriptSummary): boolean {
  return isCompleted(status) && !isExpired
}

/** Another try at a file whose processing has failed. */
function RetryIcon({ script }: { script: ScriptSummary }) {
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => startProcessing(script.id, { ...withDefaults(recallOptions(localStorage)), force: false }),
    onError: (error) => showToast(notStarted(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: SCRIPTS_KEY }),
  })
  return (
    <IconAction
      icon={RotateCw}
      label={fileActionTexts.retry}
      subject={script.fileName}
      loading={start.isPending}
      onClick={() => start.mutate()}
    />
  )
}

function notStarted(error: unknown): string {
  const said = wireTextOf(error)
  return said === errors.notEnoughMinutes.message ? processingFailure(said).title : processingTexts.startFailed
}
