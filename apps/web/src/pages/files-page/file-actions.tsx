import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { fileActionTexts } from '@doslovno/texts/files.ts'
import { uploadTexts } from '@doslovno/texts/upload.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleX, Trash2, Wallet } from 'lucide-react'

import { DownloadIcon } from '#features/download/index.ts'
import { useCancelFile, useDeleteFile } from '#features/files/index.ts'
import { AccessIcon, useAccessDialog } from '#features/sharing/index.ts'
import { StartIcon } from '#features/upload/index.ts'
import { useUser } from '#lib/queries/account.ts'
import { showChange } from '#lib/queries/scripts.ts'
import { IconAction } from '#ui/icon-action.tsx'

/** The buttons of a row, by the file's status. One dialog of each kind serves all rows. */
export function useFileActions() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const user = useUser()
  const canBuy = user?.canChangeTariff ?? false
  const { configure, dialog: accessDialog } = useAccessDialog((script) => showChange(queries, script))
  const cancelling = useCancelFile()
  const deletion = useDeleteFile()
  return {
    actionsOf: (script: ScriptSummary) => (
      <>
        {hasText(script) && <AccessIcon script={script} onClick={() => configure(script)} />}
        {hasText(script) && <DownloadIcon script={script} />}
        {canStartHere(script) && <StartIcon script={script} />}
        {script.status === 'notEnoughMinutes' && canBuy && (
          <IconAction
            icon={Wallet}
            label={uploadTexts.buyMinutes}
            subject={script.fileName}
            onClick={() => void navigate({ to: '/account', hash: 'extra-minutes' })}
          />
        )}
        {script.status === 'process' && (
          <IconAction
            icon={CircleX}
            label={fileActionTexts.cancel}
            subject={script.fileName}
            onClick={() => cancelling.ask(script)}
          />
        )}
        <IconAction
          icon={Trash2}
          label={fileActionTexts.delete}
          subject={script.fileName}
          onClick={() => deletion.ask(script)}
        />
      </>
    ),
    dialogs: (
      <>
        {accessDialog}
        {cancelling.dialog}
        {deletion.dialog}
      </>
    ),
  }
}

/** A file that needs more minutes than there are is started on its page, in part. */
function canStartHere({ status, isExpired, isInspected, availableMinutes }: ScriptSummary): boolean {
  if (isExpired) return false
  return status === 'error' || (status === 'uploaded' && isInspected && availableMinutes === undefined)
}

function hasText({ status, isExpired }: ScriptSummary): boolean {
  return isCompleted(status) && !isExpired
}
