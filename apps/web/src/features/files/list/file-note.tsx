import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { startCost } from '@doslovno/domain/billing/minutes.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { noteTexts } from '@doslovno/texts/files.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'

import { humanEta } from '#lib/format/time.ts'
import { useUser } from '#lib/queries/account.ts'

import classes from '#features/files/files.module.css'

/** Shows a file's beginning and voices, the time it still needs, or the next step. */
export function FileNote({ script }: { script: ScriptSummary }) {
  const user = useUser()
  const note = noteOf(script, user?.minutesRemain ?? 0)
  const voices = (script.speakers ?? 0) > 1 && !script.isExpired && noteTexts.voices(script.speakers ?? 0)
  if (!note) return null
  return (
    <p className={classes.note} data-bad={script.status === 'error' || undefined}>
      {voices && <span className={classes.voices}>{voices}</span>}
      {note}
    </p>
  )
}

function noteOf(script: ScriptSummary, minutesRemain: number): string | undefined {
  if (script.isExpired) return undefined
  switch (script.status) {
    case 'complete':
    case 'completeWithErrors':
      return script.firstLine
    case 'process':
      return timeLeft(script)
    case 'uploaded':
      return beforeStart(script, minutesRemain)
    case 'notEnoughMinutes':
      return shortOf(script.availableMinutes ?? 0)
    case 'error':
      return script.errorCode && processingFailure(script.errorCode).title
  }
}

function timeLeft({ progress, etaSeconds }: ScriptSummary): string | undefined {
  if (progress === undefined) return undefined
  return etaSeconds === undefined ? processingTexts.estimating : processingTexts.eta(humanEta(etaSeconds))
}

function beforeStart({ isInspected, duration, availableMinutes }: ScriptSummary, minutesRemain: number) {
  if (!isInspected) return noteTexts.inspecting
  if (availableMinutes !== undefined) return shortOf(availableMinutes)
  const cost = startCost(duration ?? 0, minutesRemain)
  return cost && optionTexts.cost(cost.minutes, cost.left)
}

function shortOf(minutes: number): string {
  return minutes > 0 ? noteTexts.some(minutes) : noteTexts.none
}
