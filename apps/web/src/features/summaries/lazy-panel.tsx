import { Skeleton } from '@mantine/core'
import { type ComponentProps, lazy, memo, Suspense } from 'react'

import type * as panel from './summary-panel.tsx'

import classes from './summaries.module.css'

const Loaded = lazy(async () => ({ default: (await import('./summary-panel.tsx')).SummaryPanel }))

/** The panel beside a text. It loads after the text and renders only for changes of its own. */
export const SummaryPanel = memo(function SummaryPanel(props: ComponentProps<typeof panel.SummaryPanel>) {
  return (
    <Suspense fallback={<Waiting />}>
      <Loaded {...props} />
    </Suspense>
  )
})

function Waiting() {
  return (
    <div className={classes.card} aria-hidden>
      <div className={classes.skeleton}>
        <Skeleton height={28} width="70%" />
        <Skeleton height={14} />
        <Skeleton height={14} width="85%" />
      </div>
    </div>
  )
}
