import { toolbarTexts } from '@doslovno/texts/file-page.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState, type CSSProperties } from 'react'

import { scrollBehaviour } from '#features/transcript/reader/transcript-sync.ts'

import { type ChipLabel, chipLabels } from './chip-labels.ts'
import { byShare, shortNames, speakerColour, type Talk, tinyName } from './speakers.ts'

import classes from '#features/transcript/toolbar.module.css'

type Props = {
  talks: readonly Talk[]
  nameOf: (speaker: number) => string
  only: number | undefined
  onOnly: (speaker: number | undefined) => void
}

/** Speakers with their share of the talk, the most talkative first; a pressed chip filters the text. */
export function SpeakerChips({ talks, nameOf, only, onOnly }: Props) {
  const sorted = byShare(talks)
  const short = shortNames(sorted.map(({ speaker }) => nameOf(speaker)))
  return (
    <ChipLine>
      {(width) => {
        const labels = chipLabels(short, width)
        return sorted.map(({ speaker, percent }, index) => (
          <Chip
            key={speaker}
            speaker={speaker}
            name={nameOf(speaker)}
            short={short[index] ?? ''}
            share={toolbarTexts.percent(percent)}
            label={labels[index] ?? 'name'}
            isOnly={only === speaker}
            onPress={() => onOnly(only === speaker ? undefined : speaker)}
          />
        ))
      }}
    </ChipLine>
  )
}

type ChipProps = {
  speaker: number
  name: string
  short: string
  share: string
  label: ChipLabel
  isOnly: boolean
  onPress: () => void
}

/** Screen readers always get the name and the share, a mouse gets them on hover. */
function Chip({ speaker, name, short, share, label, isOnly, onPress }: ChipProps) {
  const isTiny = label === 'tiny'
  return (
    <button
      type="button"
      className={classes.chip}
      data-label={label}
      aria-pressed={isOnly}
      title={`${isOnly ? toolbarTexts.everybody : toolbarTexts.only(name)} · ${share}`}
      style={{ '--speaker': speakerColour(speaker) } as CSSProperties} // React has no type for custom properties
      onClick={onPress}
    >
      {isTiny && (
        <span className="num" aria-hidden>
          {tinyName(name)}
        </span>
      )}
      <span className={isTiny ? 'visually-hidden' : undefined}>{short}</span>{' '}
      <small className={label === 'share' ? 'num' : 'visually-hidden'}>{share}</small>
    </button>
  )
}

/** The share of the visible line that a press of an arrow passes. */
const STEP = 0.8
/** Pixels of the line that an arrow covers. */
const ARROW = 40
/** Room for the focus ring at either end. */
const PADDING = 4

type ChipLineProps = {
  /** The chips for a line of this width. */
  children: (width: number) => ReactNode
}

/** Chips in one line, however many. The arrows are for a mouse; a focused chip comes into view by itself. */
function ChipLine({ children }: ChipLineProps) {
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
