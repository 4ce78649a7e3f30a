import { offlineTexts as texts } from '@doslovno/texts/offline.ts'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'

import { dayLabel } from '#lib/format/day.ts'
import { clockTime } from '#lib/format/time.ts'

import classes from './offline.module.css'

/** Says that a kept text is shown, and since when it is kept. */
export function OfflineLine({ savedAt }: { savedAt: number }) {
  const saved = new Date(savedAt)
  const [now] = useState(() => new Date())
  const day = dayLabel(saved.toISOString(), now).toLocaleLowerCase()
  return (
    <div className={classes.above}>
      <div className={classes.line} role="status">
        <CloudOff size={17} aria-hidden />
        <span>
          <b>{texts.shown(day, clockTime(saved))}</b> {texts.noSound}
        </span>
      </div>
    </div>
  )
}
