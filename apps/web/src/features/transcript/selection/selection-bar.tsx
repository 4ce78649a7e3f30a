import { fileMenuTexts, selectionTexts } from '@doslovno/texts/file-page.ts'
import { Copy, Link2, type LucideIcon, Play, Scissors } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { Transcript } from '#features/transcript/use-transcript.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { writeMoment } from '#lib/file-page/link-moment.ts'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { quoteOf } from './quote.ts'
import { type Picked, readSelection } from './selection.ts'

import ink from '#features/transcript/ink-bar.module.css'
import classes from './selection-bar.module.css'

const MARGIN = 8
/** Waits until the selection is finished. */
const SETTLED_MS = 200

type Props = {
  root: RefObject<HTMLElement | null>
  transcript: Transcript
  /** The id in the share link, if it is not that of the file. */
  linkId: string | undefined
  /** Plays from a second; absent without a recording. */
  onListen: ((seconds: number) => void) | undefined
}

/** Actions on the selected words: quote with time, link to the moment or to all of them, listen. */
export function SelectionBar({ root, transcript, linkId, onListen }: Props) {
  const picked = usePicked(root, transcript)
  if (!picked) return null
  const { ranges, span } = picked
  const quote = () => copy(quoteOf(ranges, transcript), selectionTexts.quoted)
  const link = () => copy(linkTo(writeMoment(span.start), linkId), selectionTexts.linked)
  const fragment = () => copy(linkTo(writeMoment(span.start, span.end), linkId), selectionTexts.linked)
  return (
    <Bar picked={picked}>
      <Action icon={Copy} label={selectionTexts.quote} onClick={quote} />
      <Action icon={Link2} label={selectionTexts.link} onClick={link} />
      <Action icon={Scissors} label={selectionTexts.fragment} onClick={fragment} />
      {onListen && <Action icon={Play} label={selectionTexts.listen} onClick={() => onListen(span.start)} />}
    </Bar>
  )
}

function usePicked(root: RefObject<HTMLElement | null>, transcript: Transcript): Picked | undefined {
  const [picked, setPicked] = useState<Picked>()
  useEffect(() => {
    let isPressed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      if (!isPressed && root.current) setPicked(readSelection(root.current, transcript))
    }
    const readSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(read, SETTLED_MS)
    }
    const press = (isDown: boolean) => () => {
      isPressed = isDown
      if (!isDown) readSoon()
    }
    const life = new AbortController()
    const { signal } = life
    document.addEventListener('selectionchange', readSoon, { signal })
    document.addEventListener('pointerdown', press(true), { signal })
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, press(false), { signal })
    return () => {
      clearTimeout(timer)
      life.abort()
    }
  }, [root, transcript])
  return picked
}

/**
 * Above the words, or below them on touch screens, where the system has its own bar; always inside the window.
 * On a small screen the stylesheet puts it over the player.
 */
function Bar({ picked, children }: { picked: Picked; children: React.ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || window.matchMedia(SMALL_SCREEN).matches) return
    const { offsetWidth, offsetHeight } = element
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    const farthest = document.documentElement.clientWidth - offsetWidth - MARGIN
    const top = isTouch ? picked.bottom + MARGIN * 3 : picked.top - offsetHeight - MARGIN
    const wanted = Math.max(picked.x - offsetWidth / 2, besideTimes(top - window.scrollY, offsetHeight))
    const left = Math.max(MARGIN, Math.min(wanted, farthest))
    element.style.left = `${left}px`
    element.style.top = `${top}px`
  }, [picked])
  return (
    <div ref={bar} className={`${ink.bar} ${classes.bar} no-print`} role="group" aria-label={selectionTexts.label}>
      {children}
    </div>
  )
}

/** The first place to the right of the times that a bar would cover in part. */
function besideTimes(top: number, height: number): number {
  const times = [...document.querySelectorAll('[data-seek]')].map((time) => time.getBoundingClientRect())
  const covered = times.filter((time) => time.width > 0 && time.bottom > top && time.top < top + height)
  return Math.max(0, ...covered.map(({ right }) => right + MARGIN))
}

function Action({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) {
  return (
    // The press must not clear the selection.
    <button type="button" onMouseDown={(event) => event.preventDefault()} onClick={onClick}>
      <Icon size={16} aria-hidden /> {label}
    </button>
  )
}

function copy(text: string, done: string) {
  void copyText(text, done, fileMenuTexts.copyFailed)
}

/** The address of this page at a moment, as others open it. */
function linkTo(moment: string, linkId: string | undefined): string {
  return `${location.origin}${linkId ? `/files/${linkId}` : location.pathname}?t=${moment}`
}
