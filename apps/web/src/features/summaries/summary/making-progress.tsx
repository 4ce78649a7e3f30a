import type { Summary } from '@doslovno/contract/summaries.ts'
import { makingTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { Progress, Skeleton } from '@mantine/core'

import { ProgressAnnouncement } from '#ui/progress-announcement.tsx'

import classes from '#features/summaries/summaries.module.css'

/** How far a summary is. */
export function MakingProgress({ summary }: { summary: Summary }) {
  const percent = Math.floor(summary.progress)
  const stage = stageOf(summary)
  return (
    <div className={classes.making}>
      <p>
        <span>{stage}</span> <span className="num">{percent}%</span>
      </p>
      <Progress.Root size={5}>
        <Progress.Section
          value={percent}
          color="var(--accent)"
          aria-label={makingTexts.progress}
          aria-valuetext={`${percent}%`}
        />
      </Progress.Root>
      <ProgressAnnouncement percent={percent} text={makingTexts.progressNews} />
      {summary.statements.length === 0 && (
        <div className={classes.lines} aria-hidden>
          <Skeleton height={12} width="94%" />
          <Skeleton height={12} />
          <Skeleton height={12} width="70%" />
        </div>
      )}
    </div>
  )
}

function stageOf({ engine, reading }: Summary): string {
  if (reading && reading.done < reading.total) return makingTexts.reading(reading.done, reading.total)
  return engine === 'extract' ? makingTexts.choosing : makingTexts.writing
}
