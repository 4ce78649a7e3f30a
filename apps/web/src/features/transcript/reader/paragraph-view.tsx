import { NO_SPEAKER } from '@doslovno/domain/speakers/assign-segments.ts'
import { initialsOf } from '@doslovno/domain/speakers/initials.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Pencil } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'

import { MarkStops } from '#features/transcript/marks/mark-stops.tsx'
import { SpeakerName } from '#features/transcript/speakers/speaker-name.tsx'
import { speakerColour } from '#features/transcript/speakers/speakers.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { clock } from '#lib/format/time.ts'

import classes from '#features/transcript/transcript.module.css'

type Props = {
  index: number
  paragraph: Paragraph
  /** The first paragraph of a turn carries the speaker's name. */
  startsTurn: boolean
  isHidden: boolean
  name: string
  onNameSpeaker: EditingSlots['onNameSpeaker'] | undefined
  /** Assigns the paragraph to another speaker; absent for readers. */
  voicePanel: EditingSlots['voicePanel'] | undefined
  /** Replaces the text while the paragraph is open. */
  field: ReactNode
}

/** Speaker, time and text. The text is a single text node: the sync relies on it. */
export const ParagraphView = memo(function ParagraphView(props: Props) {
  const { index, paragraph, startsTurn, isHidden, name, onNameSpeaker, voicePanel, field } = props
  const { speaker, start, text } = paragraph
  // A single tab stop for the whole text; ParagraphSteps moves it.
  const tabIndex = index === 0 ? 0 : -1
  const time = <Time start={start} tabIndex={tabIndex} />
  return (
    <div
      className={classes.paragraph}
      data-paragraph={index}
      data-lead={startsTurn || undefined}
      data-unknown={speaker === NO_SPEAKER || undefined}
      hidden={isHidden}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
    >
      {startsTurn && (
        <span className={classes.avatar} aria-hidden>
          {initialsOf(name)}
        </span>
      )}
      {startsTurn ? (
        <div className={classes.who}>
          <SpeakerName
            speaker={speaker}
            name={name}
            tabIndex={tabIndex}
            onRename={onNameSpeaker && ((renamed) => onNameSpeaker(speaker, renamed))}
            panel={voicePanel && ((close) => voicePanel(index, close))}
          />
          {time}
        </div>
      ) : (
        time
      )}
      {/* A click on a word is a mouse shortcut; keyboards have the time button. */}
      <p className={classes.text} data-text hidden={Boolean(field)} {...(voicePanel && { tabIndex })}>
        {text}
      </p>
      {voicePanel && !field && <MarkStops words={paragraph.words} tabIndex={tabIndex} />}
      {field ? <div className={classes.text}>{field}</div> : voicePanel && <EditButton tabIndex={tabIndex} />}
    </div>
  )
})

/** For users without a mouse or unaware of the double click. */
function EditButton({ tabIndex }: { tabIndex: number }) {
  return (
    <button
      type="button"
      className={`${classes.edit} no-print`}
      data-edit
      tabIndex={tabIndex}
      aria-label={editingTexts.edit}
    >
      <Pencil size={15} aria-hidden />
    </button>
  )
}

function Time({ start, tabIndex }: { start: number; tabIndex: number }) {
  return (
    <button type="button" className={`${classes.time} num`} data-seek={start} tabIndex={tabIndex}>
      <span className="visually-hidden">{filePageTexts.listenFrom} </span>
      {clock(start)}
    </button>
  )
}
