import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { editingTexts } from '@doslovno/texts/editing.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { Pencil } from 'lucide-react'
import { type CSSProperties, memo, type ReactNode } from 'react'

import { clock } from '#lib/format/time.ts'

import type { EditingSlots } from './editing-slots.ts'
import { SpeakerName } from './speaker-name.tsx'
import { initialsOf, speakerColour } from './speakers.ts'

import classes from './transcript.module.css'

type Props = {
  index: number
  paragraph: Paragraph
  /** The first of somebody's paragraphs carries the name. */
  isLead: boolean
  isHidden: boolean
  name: string
  onNameSpeaker: ((speaker: number, name: string) => void) | undefined
  /** Gives the paragraph to somebody else; without it the text is only read. */
  voicePanel: EditingSlots['voicePanel'] | undefined
  /** What stands in place of the text while it is being written in. */
  field: ReactNode
}

/** Who says it, a time to listen from, and the text as one text node: the sync counts on it. */
export const ParagraphView = memo(function ParagraphView(props: Props) {
  const { index, paragraph, isLead, isHidden, name, onNameSpeaker, voicePanel, field } = props
  const { speaker, start, text } = paragraph
  // One stop of the Tab key for the whole text; it is moved about by the steps.
  const tabIndex = index === 0 ? 0 : -1
  const time = <Time start={start} tabIndex={tabIndex} />
  return (
    <div
      className={classes.paragraph}
      data-paragraph={index}
      data-lead={isLead || undefined}
      hidden={isHidden}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React does not type own properties
    >
      {isLead && (
        <span className={classes.avatar} aria-hidden>
          {initialsOf(name)}
        </span>
      )}
      {isLead ? (
        <div className={classes.who}>
          <SpeakerName
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
      {/* Clicking a word is the mouse's shortcut; the keyboard has the time beside it. */}
      <p className={classes.text} data-text hidden={Boolean(field)} {...(voicePanel && { tabIndex })}>
        {text}
      </p>
      {field ? <div className={classes.text}>{field}</div> : voicePanel && <EditButton tabIndex={tabIndex} />}
    </div>
  )
})

/** Who does not know of the double click, or has no mouse, has a pencil. */
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
