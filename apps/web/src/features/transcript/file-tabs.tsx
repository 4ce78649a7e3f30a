import { fileTabTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'

import type { Reading } from './use-reading.ts'

import classes from './transcript.module.css'

type FileTab = 'text' | 'panel'
type FileTabsState = { shown: FileTab; show: (tab: FileTab) => void }

const choices = [
  { value: 'text', label: fileTabTexts.text },
  { value: 'panel', label: fileTabTexts.panel },
] as const

/** On phones: the text, or the panel that stands beside it on wide screens. */
export function useFileTabs({ player, sync }: Reading): FileTabsState {
  const [shown, setShown] = useState<FileTab>('text')
  const show = (tab: FileTab) => {
    flushSync(() => setShown(tab))
    // A moment may have been played from the panel while the text was hidden.
    if (tab === 'text' && player?.getState().isPlaying) sync.follow()
  }
  return { shown, show }
}

/** Rendered on phones only, by the stylesheet. */
export function FileTabs({ tabs: { shown, show } }: { tabs: FileTabsState }) {
  return (
    <SegmentedControl
      className={`${classes.tabs} no-print`}
      fullWidth
      aria-label={fileTabTexts.label}
      data={[...choices]}
      value={shown}
      onChange={show}
    />
  )
}
