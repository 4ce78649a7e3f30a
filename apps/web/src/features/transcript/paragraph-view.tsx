import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { memo } from 'react'

import { clock } from '#lib/format/time.ts'

import classes from './transcript.module.css'

type Props = { index: number; paragraph: Paragraph }

/** A time to listen from, and the text as one text node: the sync counts on it. */
export const ParagraphView = memo(function ParagraphView({ index, paragraph: { start, text } }: Props) {
  return (
    <div className={classes.paragraph} data-paragraph={index}>
      <button type="button" className={`${classes.time} num`} data-seek={start}>
        <span className="visually-hidden">{filePageTexts.listenFrom} </span>
        {clock(start)}
      </button>
      {/* Clicking a word is the mouse's shortcut; the keyboard has the time beside it. */}
      <p className={classes.text} data-text>
        {text}
      </p>
    </div>
  )
})
