import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { type Ref, startTransition, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { ParagraphView } from './paragraph-view.tsx'

import classes from './transcript.module.css'

export type ReaderHandle = { reveal: (paragraph: number, isSmooth: boolean) => void }

const CHUNK = 24
const FIRST_CHUNKS = 2

type Props = { paragraphs: readonly Paragraph[]; ref: Ref<ReaderHandle> }

/**
 * The whole text stands in the page and the browser skips the chunks that are out of sight (content-visibility),
 * so finding in the page, selecting, printing and screen readers keep working for hours of speech.
 */
export function Reader({ paragraphs, ref }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(FIRST_CHUNKS)
  const chunks = Math.ceil(paragraphs.length / CHUNK)

  useEffect(() => startTransition(() => setShown(Infinity)), [])
  useImperativeHandle(ref, () => ({
    reveal: (paragraph, isSmooth) => {
      if (shown < chunks) flushSync(() => setShown(Infinity))
      const element = box.current?.querySelector(`[data-paragraph="${paragraph}"]`)
      element?.scrollIntoView({ block: 'center', behavior: isSmooth ? 'smooth' : 'instant' })
    },
  }))

  return (
    <div ref={box}>
      {Array.from({ length: Math.min(chunks, shown) }, (_, chunk) => (
        <Chunk key={chunk} first={chunk * CHUNK} paragraphs={paragraphs.slice(chunk * CHUNK, (chunk + 1) * CHUNK)} />
      ))}
    </div>
  )
}

function Chunk({ first, paragraphs }: { first: number; paragraphs: readonly Paragraph[] }) {
  const height = paragraphs.reduce((sum, paragraph) => sum + roughHeight(paragraph), 0)
  return (
    <div className={classes.chunk} style={{ containIntrinsicSize: `auto ${height}px` }}>
      {paragraphs.map((paragraph, index) => (
        <ParagraphView key={first + index} index={first + index} paragraph={paragraph} />
      ))}
    </div>
  )
}

/** Near enough for the scroll bar until the chunk is really drawn. */
function roughHeight({ text }: Paragraph): number {
  return 28 + Math.ceil(text.length / 80) * 29
}
