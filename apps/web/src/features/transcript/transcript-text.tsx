import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { EarOff } from 'lucide-react'

import { Notice } from '#ui/notice.tsx'

import type { EditingSlots } from './editing-slots.ts'
import { Reader } from './reader.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SpeakerChips } from './speaker-chips.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEditGestures } from './use-edit-gestures.ts'
import type { Reading } from './use-reading.ts'

import classes from './transcript.module.css'

type Props = {
  reading: Reading
  /** Whether the key that finds works. */
  hasFindKey: boolean
  /** Renames a speaker; without it names are only read. */
  onNameSpeaker: ((speaker: number, name: string) => void) | undefined
  editing: EditingSlots | undefined
}

/** The text with its tools above it. */
export function TranscriptText({ reading, hasFindKey, onNameSpeaker, editing }: Props) {
  const { root, toolbar, reader, only, showOnly, paint, transcript, player, sync, find } = reading
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
        <Reader ref={reader} {...{ paragraphs, nameOf, only, onNameSpeaker, editing }} onNear={paint.moveTo} />
      </div>
      <SelectionBar root={root} words={words} onListen={player && listen} />
    </>
  )
}

export function NothingHeard() {
  return <Notice icon={EarOff} level={2} title={filePageTexts.empty.title} text={filePageTexts.empty.text} />
}
