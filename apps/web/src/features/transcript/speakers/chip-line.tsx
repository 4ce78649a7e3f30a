import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

import { scrollBehaviour } from '#features/transcript/reader/transcript-sync.ts'

import classes from '#features/transcript/toolbar.module.css'

/** The share of the visible line that a press of an arrow passes. */
const STEP = 0.8
/** Pixels of the line that an arrow covers. */
const ARROW = 40
/** Room for the focus ring at either end. */
const PADDING = 4

type Props = {
  /** The chips for a line of this width. */
  children: (width: number) => ReactNode
}

/** Chips in one line, however many. The arrows are for a mouse; a focused chip comes into view by itself. */
export function ChipLine({ children }: Props) {
  const line = useRef<HTMLDivElement>(null)
  const { isBefore, isAfter, width } = useOverflow(line)
  const scroll = (by: -1 | 1) =>
    line.current?.scrollBy({ left: by * line.current.clientWidth * STEP, behavior: scrollBehaviour() })
  return (
    <div className={classes.chipLine}>
      <div ref={line} className={classes.chips} role="group" aria-label={toolbarTexts.speakers}>
        <div>{children(width)}</div>
      </div>
      {isBefore && <More side="before" onClick={() => scroll(-1)} />}
      {isAfter && <More side="after" onClick={() => scroll(1)} />}
    </div>
  )
}

/** Arrows, Home and End move between the chips. */
function step(event: KeyboardEvent, line: Element) {
  const chips = [...line.querySelectorAll('button')]
  const here = chips.findIndex((chip) => chip === event.target)
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: here - 1,
    ArrowRight: here + 1,
    Home: 0,
    End: chips.length - 1,
  }
  const next = targets[event.key]
  if (next === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  event.preventDefault()
  chips[next]?.focus({ preventScroll: true })
}

/** `scrollIntoView` would also scroll the page under the sticky toolbar. */
function bringIntoView(chip: EventTarget | null, line: Element) {
  if (!(chip instanceof Element)) return
  const [inner, outer] = [chip.getBoundingClientRect(), line.getBoundingClientRect()]
  const before = inner.left - outer.left - ARROW
  const after = inner.right - outer.right + ARROW
  if (before < 0) line.scrollBy({ left: before })
  else if (after > 0) line.scrollBy({ left: after })
}

function More({ side, onClick }: { side: 'before' | 'after'; onClick: () => void }) {
  const Icon = side === 'before' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      className={classes.more}
      data-side={side}
      tabIndex={-1}
      aria-hidden
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon size={16} />
    </button>
  )
}

/** Brings focused chips into view; tells the width of the line and whether it has more than it shows on either side. */
function useOverflow(line: RefObject<HTMLElement | null>) {
  const [isBefore, setIsBefore] = useState(false)
  const [isAfter, setIsAfter] = useState(false)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = line.current
    if (!element) return undefined
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setIsBefore(scrollLeft > 1)
      setIsAfter(scrollLeft + clientWidth < scrollWidth - 1)
      setWidth(clientWidth - 2 * PADDING)
    }
    measure()
    const sizes = new ResizeObserver(measure)
    for (const observed of [element, ...element.children]) sizes.observe(observed)
    const life = new AbortController()
    const { signal } = life
    element.addEventListener('scroll', measure, { passive: true, signal })
    element.addEventListener('keydown', (event) => step(event, element), { signal })
    element.addEventListener('focusin', ({ target }) => bringIntoView(target, element), { signal })
    return () => {
      sizes.disconnect()
      life.abort()
    }
  }, [line])
  return { isBefore, isAfter, width }
}
