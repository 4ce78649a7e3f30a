import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { EarOff } from 'lucide-react'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { Notice } from '#ui/notice.tsx'

import { Reader } from './reader/reader.tsx'
import { useEditGestures } from './reader/use-edit-gestures.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { SpeakerChips } from './speakers/speaker-chips.tsx'
import { Toolbar } from './toolbar.tsx'
import type { Reading } from './use-reading.ts'

import classes from './transcript.module.css'

type Props = {
  reading: Reading
  /** Whether the search shortcut is enabled. */
  hasFindKey: boolean
  /** Absent for readers. */
  editing: EditingSlots | undefined
}

/** The text and the tools above it. */
export function TranscriptText({ reading, hasFindKey, editing }: Props) {
  const { root, toolbar, reader, only, showOnly, highlighter, transcript, player, sync, find } = reading
  const { paragraphs, words, talks, nameOf } = transcript
  useEditGestures(root, editing?.onEdit)

  const listen = (seconds: number) => {
    player?.seek(seconds)
    player?.play()
  }
  return (
    <>
      <Toolbar ref={toolbar} find={find} hasKey={hasFindKey} onFollow={player && sync.follow} tools={editing?.tools}>
        {talks.length > 1 && <SpeakerChips {...{ talks, nameOf, only }} onOnly={showOnly} />}
      </Toolbar>
      <div
        ref={root}
        role="region"
        aria-label={filePageTexts.transcript}
        className={classes.transcript}
        data-alone={talks.length === 1 || undefined}
        data-editable={editing !== undefined || undefined}
      >
        <Reader ref={reader} {...{ paragraphs, nameOf, only, editing }} onNear={highlighter.moveTo} />
      </div>
      <SelectionBar root={root} words={words} onListen={player && listen} />
    </>
  )
}

export function NothingHeard() {
  return <Notice icon={EarOff} level={2} title={filePageTexts.empty.title} text={filePageTexts.empty.text} />
}
