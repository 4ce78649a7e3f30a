import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { ScriptStatus } from '@doslovno/domain/script/status.ts'
import { filesTexts, statusTexts } from '@doslovno/texts/files.ts'
import { Progress } from '@mantine/core'
import {
  CalendarX2,
  CircleAlert,
  CircleCheck,
  Clock3,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
  Wallet,
} from 'lucide-react'

import classes from '#features/files/files.module.css'

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
