import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { filePageTexts } from '@doslovno/texts/file-page.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { Skeleton, UnstyledButton } from '@mantine/core'

import { clock } from '#lib/format/time.ts'

import classes from './processing.module.css'

type Props = {
  paragraphs: readonly Paragraph[]
  /** Plays from a moment; absent where the recording cannot be heard. */
  onPlay?: ((seconds: number) => void) | undefined
}

/** The text recognised so far, each paragraph in its place with its time. */
export function DraftText({ paragraphs, onPlay }: Props) {
  if (paragraphs.length === 0) return <TextToCome />
  return (
    <section className={classes.draft} aria-labelledby="draft">
      <h2 id="draft">{processingTexts.draft}</h2>
      {paragraphs.map(({ start, text }) => (
        <div key={start} className={classes.paragraph}>
          <Time seconds={start} onPlay={onPlay} />
          <p>{text}</p>
        </div>
      ))}
    </section>
  )
}

function Time({ seconds, onPlay }: { seconds: number } & Pick<Props, 'onPlay'>) {
  if (!onPlay) return <span className={`${classes.time} num`}>{clock(seconds)}</span>
  return (
    <UnstyledButton className={`${classes.time} num`} onClick={() => onPlay(seconds)}>
      <span className="visually-hidden">{filePageTexts.listenFrom} </span>
      {clock(seconds)}
    </UnstyledButton>
  )
}

const LINES = [100, 94, 97, 61]

/** Where the first paragraphs will stand. */
function TextToCome() {
  return (
    <div className={classes.toCome} aria-hidden>
      {LINES.map((width) => (
        <Skeleton key={width} height={13} width={`${width}%`} />
      ))}
    </div>
  )
}
