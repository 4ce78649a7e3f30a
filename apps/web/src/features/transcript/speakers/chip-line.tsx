import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import { scrollBehaviour } from '#features/transcript/reader/transcript-sync.ts'

import classes from '#features/transcript/toolbar.module.css'

/** The share of the visible line that a press of an arrow passes. */
const STEP = 0.8
/** What an arrow covers of the line. */
const ARROW = 40

/** Chips in one line, however many. The arrows are for a mouse; a focused chip comes into view by itself. */
export function ChipLine({ children }: { children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  const { isBefore, isAfter } = useOverflow(line)
  const scroll = (by: -1 | 1) =>
    line.current?.scrollBy({ left: by * line.current.clientWidth * STEP, behavior: scrollBehaviour() })
  return (
    <div className={classes.chipLine}>
      <div ref={line} className={classes.chips} role="group" aria-label={toolbarTexts.speakers}>
        <div>{children}</div>
      </div>
      {isBefore && <More side="before" onClick={() => scroll(-1)} />}
      {isAfter && <More side="after" onClick={() => scroll(1)} />}
    </div>
  )
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

/** Brings focused chips into view, and tells whether the line has more than it shows on either side. */
function useOverflow(line: RefObject<HTMLElement | null>) {
  const [isBefore, setIsBefore] = useState(false)
  const [isAfter, setIsAfter] = useState(false)
  useEffect(() => {
    const element = line.current
    if (!element) return undefined
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setIsBefore(scrollLeft > 1)
      setIsAfter(scrollLeft + clientWidth < scrollWidth - 1)
    }
    const sizes = new ResizeObserver(measure)
    for (const observed of [element, ...element.children]) sizes.observe(observed)
    const life = new AbortController()
    const { signal } = life
    element.addEventListener('scroll', measure, { passive: true, signal })
    element.addEventListener('focusin', ({ target }) => bringIntoView(target, element), { signal })
    return () => {
      sizes.disconnect()
      life.abort()
    }
  }, [line])
  return { isBefore, isAfter }
}
