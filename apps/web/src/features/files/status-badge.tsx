import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { ScriptStatus } from '@doslovno/domain/script/status.ts'
import { filesTexts, statusTexts } from '@doslovno/texts/files.ts'
import { Progress } from '@mantine/core'
import { CircleAlert, CircleCheck, Clock3, LoaderCircle, type LucideIcon, TriangleAlert, Wallet } from 'lucide-react'

import classes from './files.module.css'

type Look = { tone: 'ok' | 'warn' | 'bad' | 'info' | 'quiet'; icon: LucideIcon }

const LOOKS: Record<ScriptStatus, Look> = {
  uploaded: { tone: 'quiet', icon: Clock3 },
  process: { tone: 'info', icon: LoaderCircle },
  complete: { tone: 'ok', icon: CircleCheck },
  completeWithErrors: { tone: 'warn', icon: TriangleAlert },
  error: { tone: 'bad', icon: CircleAlert },
  notEnoughMinutes: { tone: 'warn', icon: Wallet },
}

export function StatusBadge({ script: { status, progress } }: { script: Pick<ScriptSummary, 'status' | 'progress'> }) {
  if (typeof progress === 'number') return <StatusProgress percent={Math.trunc(progress)} />
  const { tone, icon: Icon } = LOOKS[status]
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon size={15} aria-hidden />
      {statusTexts[status]}
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
