import { unheardBefore } from '@doslovno/domain/process/unheard.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import {
  Fragment,
  memo,
  type ReactNode,
  type Ref,
  startTransition,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { flushSync } from 'react-dom'

import { startsTurn } from '#features/transcript/speakers/speakers.ts'
import type { IsShown } from '#features/transcript/use-filter.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import type { Unheard } from '#lib/queries/hear-again.ts'

import type { Near } from './highlighter.ts'
import { ParagraphView } from './paragraph-view.tsx'
import { scrollBehaviour } from './transcript-sync.ts'
import { UnheardLine } from './unheard-line.tsx'

import classes from '#features/transcript/transcript.module.css'

export type ReaderHandle = {
  /** Scrolls a paragraph to the middle of the window. */
  reveal: (paragraph: number, isSmooth: boolean) => void
}

type Props = {
  paragraphs: readonly Paragraph[]
  nameOf: (speaker: number) => string
  isShown: IsShown
  unheard?: readonly Unheard[] | undefined
  /** Absent for readers. */
  editing: EditingSlots | undefined
  onNear: (near: Near) => void
  ref: Ref<ReaderHandle>
}

const NONE_UNHEARD: readonly Unheard[] = []
const CHUNK = 24
const FIRST_CHUNKS = 2

/**
 * Renders the whole text and lets the browser skip chunks outside the window (content-visibility),
 * so that search in page, selection, printing and screen readers work for hours of speech.
 */
export function Reader({ paragraphs, nameOf, isShown, unheard = NONE_UNHEARD, editing, onNear, ref }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(FIRST_CHUNKS)
  const [wanted, setWanted] = useState(0)
  const chunks = Math.ceil(paragraphs.length / CHUNK)
  const gaps = useMemo(() => unheardBefore(paragraphs, unheard), [paragraphs, unheard])
  const isDrawn = (chunk: number) => chunk < drawn || Math.abs(chunk - wanted) <= 1

  // Renders the rest when idle, twice as much at each step, so that steps are short and few.
  useEffect(() => {
    if (drawn < chunks) startTransition(() => setDrawn(drawn * 2))
  }, [drawn, chunks])
  useNear({ box, size: CHUNK, drawn: `${drawn}/${wanted}`, onNear })

  useImperativeHandle(ref, () => ({
    reveal: (paragraph, isSmooth) => {
      const chunk = Math.floor(paragraph / CHUNK)
      // The target must be rendered before it can be scrolled to, and its neighbours too.
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
          {...{ paragraphs, nameOf, isShown, gaps }}
          onNameSpeaker={editing?.onNameSpeaker}
          voicePanel={editing?.voicePanel}
          {...openIn(chunk, editing)}
        />
      ))}
      {isShown === undefined &&
        gaps.get(paragraphs.length)?.map((span) => <UnheardLine key={span.start} span={span} />)}
    </div>
  )
}

/** The open paragraph if it is in this chunk, so that other chunks do not re-render. */
function openIn(chunk: number, editing: EditingSlots | undefined): { open?: number; field?: ReactNode } {
  const open = editing?.openParagraph
  return open !== undefined && Math.floor(open / CHUNK) === chunk ? { open, field: editing?.field } : {}
}

type ChunkProps = Omit<Props, 'onNear' | 'ref' | 'editing' | 'unheard'> &
  ReturnType<typeof openIn> & {
    first: number
    gaps: ReadonlyMap<number, readonly Unheard[]>
    isDrawn: boolean
    onNameSpeaker: EditingSlots['onNameSpeaker'] | undefined
    voicePanel: EditingSlots['voicePanel'] | undefined
  }

const Chunk = memo(function Chunk(props: ChunkProps) {
  const { first, isDrawn, paragraphs, nameOf, isShown, gaps, onNameSpeaker, voicePanel, open, field } = props
  const own = paragraphs.slice(first, first + CHUNK)
  // The clean view has nothing to show of some.
  const isHidden = (paragraph: Paragraph) => paragraph.text === '' || (isShown !== undefined && !isShown(paragraph))
  const height = own.reduce((sum, paragraph) => sum + (isHidden(paragraph) ? 0 : roughHeight(paragraph)), 0)
  if (!isDrawn) return <div className={classes.chunk} style={{ height }} />
  // A remembered height would include hidden paragraphs.
  const intrinsic = isShown === undefined ? `auto ${height}px` : `${height}px`
  return (
    <div className={classes.chunk} style={{ containIntrinsicSize: intrinsic }}>
      {own.map((paragraph, index) => (
        <Fragment key={first + index}>
          {isShown === undefined &&
            gaps.get(first + index)?.map((span) => <UnheardLine key={span.start} span={span} />)}
          <ParagraphView
            index={first + index}
            paragraph={paragraph}
            startsTurn={startsTurn(paragraphs, first + index)}
            isHidden={isHidden(paragraph)}
            name={nameOf(paragraph.speaker)}
            onNameSpeaker={onNameSpeaker}
            voicePanel={voicePanel}
            field={open === first + index ? field : undefined}
          />
        </Fragment>
      ))}
    </div>
  )
})

/** Smooth scrolling over hours of text would be unbearable. */
function isNear(element: Element): boolean {
  return Math.abs(element.getBoundingClientRect().top) < 2 * window.innerHeight
}

/** A rough estimate for the scroll bar until the chunk is rendered. */
function roughHeight({ text }: Paragraph): number {
  return 34 + Math.ceil(text.length / 80) * 29
}

/** Margin around the window, so that text is highlighted before it is visible. */
const MARGIN = '50% 0px'

type Options = {
  /** The parent of the chunks. */
  box: RefObject<HTMLElement | null>
  /** Paragraphs per chunk. */
  size: number
  /** The rendered chunks: a change requires observing again. */
  drawn: string
  onNear: (near: Near) => void
}

/** Reports the paragraphs near the window: only they need highlights. */
function useNear({ box, size, drawn, onNear }: Options) {
  useEffect(() => {
    const chunks = [...(box.current?.children ?? [])]
    const near = new Set<number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) near.add(chunks.indexOf(target))
          else near.delete(chunks.indexOf(target))
        }
        if (near.size > 0) onNear({ from: Math.min(...near) * size, to: (Math.max(...near) + 1) * size })
      },
      { rootMargin: MARGIN },
    )
    for (const chunk of chunks) observer.observe(chunk)
    return () => observer.disconnect()
  }, [box, size, drawn, onNear])
}
