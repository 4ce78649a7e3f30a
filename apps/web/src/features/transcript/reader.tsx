import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import {
  memo,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

import type { EditingSlots } from './editing-slots.ts'
import { ParagraphView } from './paragraph-view.tsx'
import { isLead } from './speakers.ts'
import type { Near } from './text-paint.ts'
import { scrollBehaviour } from './transcript-sync.ts'
import { useNear } from './use-near.ts'

import classes from './transcript.module.css'

export type ReaderHandle = {
  /** Brings a paragraph to the middle of the window. */
  reveal: (paragraph: number, isSmooth: boolean) => void
}

type Props = {
  paragraphs: readonly Paragraph[]
  nameOf: (speaker: number) => string
  /** The only speaker to be shown. */
  only: number | undefined
  /** Renames a speaker; without it names are only read. */
  onNameSpeaker: ((speaker: number, name: string) => void) | undefined
  editing: EditingSlots | undefined
  onNear: (near: Near) => void
  ref: Ref<ReaderHandle>
}

const CHUNK = 24
const FIRST_CHUNKS = 2

/**
 * The whole text stands in the page and the browser skips the chunks that are out of sight (content-visibility),
 * so finding in the page, selecting, printing and screen readers keep working for hours of speech.
 */
export function Reader({ paragraphs, nameOf, only, onNameSpeaker, editing, onNear, ref }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(FIRST_CHUNKS)
  const [wanted, setWanted] = useState(0)
  const chunks = Math.ceil(paragraphs.length / CHUNK)
  const isDrawn = (chunk: number) => chunk < drawn || Math.abs(chunk - wanted) <= 1

  // The rest is drawn when there is time: twice as much at each step, so every step is short and there are few.
  useEffect(() => {
    if (drawn < chunks) startTransition(() => setDrawn(drawn * 2))
  }, [drawn, chunks])
  useNear({ box, size: CHUNK, drawn: `${drawn}/${wanted}`, onNear })

  useImperativeHandle(ref, () => ({
    reveal: (paragraph, isSmooth) => {
      const chunk = Math.floor(paragraph / CHUNK)
      // It must be there before it can be shown, with what is seen around it.
      if (chunk + 1 >= drawn) flushSync(() => setWanted(chunk))
      const element = box.current?.querySelector(`[data-paragraph="${paragraph}"]`)
      if (!element) return
      const behavior = isSmooth && isNear(element) ? scrollBehaviour() : 'instant'
      element.scrollIntoView({ block: 'center', behavior })
    },
  }))

  return (
    <div ref={box}>
      {Array.from({ length: chunks }, (_, chunk) => (
        <Chunk
          key={chunk}
          first={chunk * CHUNK}
          isDrawn={isDrawn(chunk)}
          {...{ paragraphs, nameOf, only, onNameSpeaker }}
          voicePanel={editing?.voicePanel}
          {...openIn(chunk, editing)}
        />
      ))}
    </div>
  )
}

/** The paragraph that is being written in, where it is in this chunk: the others are not drawn anew for it. */
function openIn(chunk: number, editing: EditingSlots | undefined): { open?: number; field?: ReactNode } {
  const open = editing?.openParagraph
  return open !== undefined && Math.floor(open / CHUNK) === chunk ? { open, field: editing?.field } : {}
}

type ChunkProps = Omit<Props, 'onNear' | 'ref' | 'editing'> &
  ReturnType<typeof openIn> & { first: number; isDrawn: boolean; voicePanel: EditingSlots['voicePanel'] | undefined }

const Chunk = memo(function Chunk(props: ChunkProps) {
  const { first, isDrawn, paragraphs, nameOf, only, onNameSpeaker, voicePanel, open, field } = props
  const own = paragraphs.slice(first, first + CHUNK)
  const isHidden = ({ speaker }: Paragraph) => only !== undefined && speaker !== only
  const height = own.reduce((sum, paragraph) => sum + (isHidden(paragraph) ? 0 : roughHeight(paragraph)), 0)
  if (!isDrawn) return <div className={classes.chunk} style={{ height }} />
  // A height that is remembered would be that of all speakers.
  const intrinsic = only === undefined ? `auto ${height}px` : `${height}px`
  return (
    <div className={classes.chunk} style={{ containIntrinsicSize: intrinsic }}>
      {own.map((paragraph, index) => (
        <ParagraphView
          key={first + index}
          index={first + index}
          paragraph={paragraph}
          isLead={isLead(paragraphs, first + index)}
          isHidden={isHidden(paragraph)}
          name={nameOf(paragraph.speaker)}
          onNameSpeaker={onNameSpeaker}
          voicePanel={voicePanel}
          field={open === first + index ? field : undefined}
        />
      ))}
    </div>
  )
})

/** Nobody wants to see hours of text fly by. */
function isNear(element: Element): boolean {
  return Math.abs(element.getBoundingClientRect().top) < 2 * window.innerHeight
}

/** Near enough for the scroll bar until the chunk is really drawn. */
function roughHeight({ text }: Paragraph): number {
  return 34 + Math.ceil(text.length / 80) * 29
}
