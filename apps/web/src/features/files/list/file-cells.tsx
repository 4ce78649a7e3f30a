import type { User } from '@doslovno/contract/account/accounts.ts'
import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { startCost } from '@doslovno/domain/billing/minutes.ts'
import type { ScriptStatus } from '@doslovno/domain/script/status.ts'
import { processingFailure } from '@doslovno/texts/errors.ts'
import { metaTexts } from '@doslovno/texts/file-page.ts'
import { filesTexts, noteTexts, statusTexts } from '@doslovno/texts/files.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { optionTexts } from '@doslovno/texts/upload.ts'
import { Progress } from '@mantine/core'
import {
  AudioLines,
  CalendarX2,
  CircleAlert,
  CircleCheck,
  Clapperboard,
  Clock3,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Wallet,
} from 'lucide-react'

import { dateOf } from '#lib/format/day.ts'
import { humanEta } from '#lib/format/time.ts'
import { useUser } from '#lib/queries/account.ts'

import classes from '#features/files/files.module.css'

/** Shows a file's beginning and voices, the time it still needs, or the next step. */
export function FileNote({ script }: { script: ScriptSummary }) {
  const user = useUser()
  const note = noteOf(script, user)
  const voices = (script.speakers ?? 0) > 1 && !script.isExpired && noteTexts.voices(script.speakers ?? 0)
  const end = endOf(script)
  if (!note && !end) return null
  return (
    <p className={classes.note} data-bad={script.status === 'error' || undefined}>
      {end && (
        <span className={classes.ending} data-followed={Boolean(note) || undefined}>
          {end}
        </span>
      )}
      {voices && <span className={classes.voices}>{voices}</span>}
      {note}
    </p>
  )
}

function noteOf(script: ScriptSummary, user: User | null | undefined): string | undefined {
  if (script.isExpired) return undefined
  switch (script.status) {
    case 'complete':
    case 'completeWithErrors':
      return script.firstLine
    case 'process':
      return timeLeft(script)
    case 'uploaded':
      return beforeStart(script, user)
    case 'notEnoughMinutes':
      return shortOf(script.availableMinutes ?? 0)
    case 'error':
      return script.errorCode && processingFailure(script.errorCode).title
  }
}

/** Files that are deleted within these days say so. */
const ENDING_MS = 3 * 86_400_000

function endOf({ keepUntil }: ScriptSummary): string | undefined {
  if (keepUntil === undefined) return undefined
  const now = new Date()
  if (new Date(keepUntil).getTime() - now.getTime() > ENDING_MS) return undefined
  return metaTexts.keptUntil(dateOf(keepUntil, now))
}

function timeLeft({ progress, etaSeconds }: ScriptSummary): string | undefined {
  if (progress === undefined) return undefined
  return etaSeconds === undefined ? processingTexts.estimating : processingTexts.eta(humanEta(etaSeconds))
}

function beforeStart({ isInspected, duration, availableMinutes }: ScriptSummary, user: User | null | undefined) {
  if (!isInspected) return noteTexts.inspecting
  if (availableMinutes !== undefined) return shortOf(availableMinutes)
  if (!user || user.isUnlimited) return undefined
  const cost = startCost(duration ?? 0, user.minutesRemain)
  return cost && optionTexts.cost(cost.minutes, cost.left)
}

function shortOf(minutes: number): string {
  return minutes > 0 ? noteTexts.some(minutes) : noteTexts.none
}

export function TypeIcon({ type }: { type: ScriptSummary['type'] }) {
  const Icon = type === 'video' ? Clapperboard : AudioLines
  return (
    <span className={classes.type} data-type={type} role="img" aria-label={filesTexts[type]}>
      <Icon size={17} aria-hidden />
    </span>
  )
}

type Look = { tone: 'ok' | 'warn' | 'bad' | 'info' | 'quiet'; icon: LucideIcon }

const LOOKS: Record<ScriptStatus, Look> = {
  uploaded: { tone: 'quiet', icon: Clock3 },
  process: { tone: 'info', icon: LoaderCircle },
  complete: { tone: 'ok', icon: CircleCheck },
  completeWithErrors: { tone: 'warn', icon: TriangleAlert },
  error: { tone: 'bad', icon: CircleAlert },
  notEnoughMinutes: { tone: 'warn', icon: Wallet },
}

type Props = { script: Pick<ScriptSummary, 'status' | 'progress' | 'isExpired'> }

export function StatusBadge({ script: { status, progress, isExpired } }: Props) {
  if (isExpired) return <Status tone="quiet" icon={CalendarX2} label={filesTexts.expired} />
  if (typeof progress === 'number') return <StatusProgress percent={Math.trunc(progress)} />
  return <Status {...LOOKS[status]} label={statusTexts[status]} />
}

function Status({ tone, icon: Icon, label }: Look & { label: string }) {
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon size={15} aria-hidden />
      {label}
    </span>
  )
}

function StatusProgress({ percent }: { percent: number }) {
  return (
    <div className={classes.progress}>
      <span className="num">{filesTexts.progress(percent)}</span>
      <Progress value={percent} size={5} color="var(--accent)" aria-label={filesTexts.progressLabel} />
    </div>
  )
}
