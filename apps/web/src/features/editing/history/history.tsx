import { lazy, Suspense, useState } from 'react'

import type { HistoryDialog } from './history-dialog.tsx'

const Loaded = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

/** The history dialog; its code is loaded when it is first opened. */
export function History(props: Parameters<typeof HistoryDialog>[0]) {
  const [isNeeded, setIsNeeded] = useState(false)
  if (props.opened && !isNeeded) setIsNeeded(true)
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
