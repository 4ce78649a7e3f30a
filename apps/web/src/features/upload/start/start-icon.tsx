import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { fileActionTexts } from '@doslovno/texts/files.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Play, RotateCw } from 'lucide-react'

import { lastOptions } from '#features/upload/options/options.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { SCRIPTS_KEY } from '#lib/queries/scripts.ts'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

import { startWith } from './start-with.ts'

/** Starts a file with the last options: one that waits for it, or one whose processing has failed. */
export function StartIcon({ script }: { script: ScriptSummary }) {
  const hasFailed = script.status === 'error'
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => startWith(script.id, lastOptions.recall(), { force: false }),
    onError: (error) => showToast(notStarted(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: SCRIPTS_KEY }),
  })
  return (
    <IconAction
      icon={hasFailed ? RotateCw : Play}
      label={hasFailed ? fileActionTexts.retry : fileActionTexts.start}
      subject={script.fileName}
      loading={start.isPending}
      onClick={() => start.mutate()}
    />
  )
}

function notStarted(error: unknown): string {
  const code = codeOf(error)
  return code === 'notEnoughMinutes' ? processingFailure(code).title : processingTexts.startFailed
}
