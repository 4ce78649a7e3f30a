import type { Script } from '@doslovno/contract/scripts.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { EarOff } from 'lucide-react'
import type { CSSProperties } from 'react'

import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { Notice } from '#ui/notice.tsx'

import { Marks } from './marks/marks.tsx'
import { Reader } from './reader/reader.tsx'
import { SizeMenu, useReaderSize } from './reader/size-menu.tsx'
import { useEditGestures } from './reader/use-edit-gestures.ts'
import { useUnknownWords } from './reader/use-word-marks.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { useCleanCopy } from './selection/use-clean-copy.ts'
import { NameOffers } from './speakers/name-offers.tsx'
import { NamingContext, useNaming } from './speakers/naming.ts'
import { SpeakerChips } from './speakers/speaker-chips.tsx'
import { Toolbar } from './toolbar.tsx'
import type { Reading } from './use-reading.ts'

import classes from './transcript.module.css'

type Props = {
  script: Script
  reading: Reading
  /** Whether the search shortcut is enabled. */
  hasFindKey: boolean
  /** Absent for readers. */
  editing: EditingSlots | undefined
}

/** The text and the tools above it. */
export function TranscriptText({ script, reading, hasFindKey, editing }: Props) {
  const { root, toolbar, reader, filter, highlighter, transcript, player, sync, find } = reading
  const { paragraphs, talks, nameOf } = transcript
  useEditGestures(root, editing)
  useCleanCopy(root, transcript)
  useUnknownWords(highlighter, transcript, editing?.isKnown)
  const sizeChoice = useReaderSize()
  const naming = useNaming(script, player && reading.playMoment)

  const listen = (seconds: number) => {
    player?.seek(seconds)
    player?.play()
  }
  return (
    <NamingContext value={editing && naming}>
      <Toolbar
        ref={toolbar}
        find={find}
        hasKey={hasFindKey}
        onFollow={player && sync.follow}
        tools={editing?.tools}
        status={editing?.status}
        size={<SizeMenu {...sizeChoice} />}
      >
        {talks.length > 1 && <SpeakerChips {...{ talks, nameOf }} only={filter.only} onOnly={filter.showOnly} />}
      </Toolbar>
      {editing && <NameOffers onName={editing.onNameSpeaker} />}
      <div
        ref={root}
        role="region"
        aria-label={filePageTexts.transcript}
        className={classes.transcript}
        style={{ '--reader-size': `${sizeChoice.size}px` } as CSSProperties} // React has no type for custom properties
        data-alone={talks.length === 1 || undefined}
        data-editable={editing !== undefined || undefined}
      >
        <Reader
          ref={reader}
          {...{ paragraphs, nameOf, editing }}
          isShown={filter.isShown}
          onNear={highlighter.moveTo}
        />
      </div>
      {editing && <Marks reading={reading} actions={editing.marks} />}
      <SelectionBar root={root} transcript={transcript} onListen={player && listen} />
    </NamingContext>
  )
}

export function NothingHeard() {
  return <Notice icon={EarOff} level={2} title={filePageTexts.empty.title} text={filePageTexts.empty.text} />
}
