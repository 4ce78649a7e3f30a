import { useEffect, useRef, useState } from 'react'

import { paragraphOf } from '#features/transcript/reader/highlights.ts'
import { replacedRange, useReplacedWords } from '#features/transcript/reader/use-word-marks.ts'
import { firstWordOf, type WordIndex } from '#features/transcript/reader/word-index.ts'
import type { Reading } from '#features/transcript/use-reading.ts'
import type { MarkActions } from '#lib/file-page/marks.ts'

import { markAt, MarkBar } from './mark-bar.tsx'

type Props = { reading: Reading; actions: MarkActions }

/** A replacement whose actions are shown; a text that changes closes them. */
type Opened = { word: number; of: WordIndex }

/** The words that the vocabulary put in: their marks, and what may be done with them. */
export function Marks({ reading: { root, transcript, highlighter }, actions }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const gestures = useRef<MarkGestures>(null)
  const [opened, setOpened] = useState<Opened>()
  const { paragraphs, words } = transcript
  useReplacedWords(highlighter, transcript)

  useEffect(() => {
    const element = root.current
    if (!element || words.replaced.length === 0) return undefined
    const created = new MarkGestures({
      root: element,
      markAt: (event) => markAt(event, element, { paragraphs, words }),
      markOf: (paragraph, word) => firstWordOf(words, paragraph) + word,
      onOpen: (word) => setOpened({ word, of: words }),
      onClose: () => !bar.current?.contains(document.activeElement) && setOpened(undefined),
      onEnter: () => bar.current?.querySelector('button')?.focus(),
    })
    gestures.current = created
    return () => created.destroy()
  }, [root, paragraphs, words])

  const word = opened?.of === words ? opened.word : undefined
  useEffect(
    () => (word === undefined ? undefined : highlighter.show('mark-now', [replacedRange(paragraphs, words, word)])),
    [highlighter, paragraphs, words, word],
  )
  if (word === undefined) return null

  const paragraph = words.paragraph[word] ?? 0
  const at = word - firstWordOf(words, paragraph)
  const focus = (selector: string) =>
    root.current
      ?.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"] ${selector}`)
      ?.focus({ preventScroll: true })
  const close = (selector: string) => {
    if (bar.current?.contains(document.activeElement)) focus(selector)
    setOpened(undefined)
  }
  return (
    <MarkBar
      key={word}
      bar={bar}
      root={root}
      range={replacedRange(paragraphs, words, word)}
      mark={{ paragraph, word: at }}
      heard={paragraphs[paragraph]?.words[at]?.heard ?? ''}
      actions={actions}
      onStay={() => gestures.current?.stay()}
      onLeave={() => gestures.current?.leave()}
      onClose={() => close(`[data-mark="${at}"]`)}
      onDone={() => close('[data-text]')}
    />
  )
}

const OPEN_MS = 250
const CLOSE_MS = 350
const LONG_PRESS_MS = 500
/** A finger is never still. */
const STILL_PIXELS = 10

type Options = {
  root: HTMLElement
  /** The first word of the replacement under the pointer. */
  markAt: (event: MouseEvent) => number | undefined
  /** The first word of a replacement, by its paragraph and the number in it. */
  markOf: (paragraph: number, word: number) => number
  onOpen: (word: number) => void
  onClose: () => void
  /** The user wants to act: the focus goes to the actions. */
  onEnter: () => void
}

/** Opens the actions of a replacement on hover, on focus and on a long press. */
class MarkGestures {
  readonly #options: Options
  readonly #life = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #hovered: number | undefined
  #pressed: { x: number; y: number } | undefined

  constructor(options: Options) {
    this.#options = options
    const { root } = options
    const { signal } = this.#life
    root.addEventListener('pointermove', (event) => this.#move(event), { signal })
    root.addEventListener('pointerleave', () => this.#hover(undefined), { signal })
    root.addEventListener('pointerdown', (event) => this.#press(event), { signal })
    for (const type of ['pointerup', 'pointercancel'] as const)
      root.addEventListener(type, (event) => event.pointerType === 'touch' && this.stay(), { signal })
    window.addEventListener('pointerdown', (event) => isElsewhere(root, event) && this.leave(), { signal })
    root.addEventListener('contextmenu', (event) => this.#pressed && event.preventDefault(), { signal })
    root.addEventListener('focusin', (event) => this.#focus(event), { signal })
    root.addEventListener('focusout', (event) => stopOf(event) && this.leave(), { signal })
    root.addEventListener('click', (event) => stopOf(event) && options.onEnter(), { signal })
  }

  /** Keeps what is open. */
  readonly stay = () => clearTimeout(this.#timer)

  /** Closes soon, unless the pointer or the focus comes back. */
  readonly leave = () => this.#later(CLOSE_MS, this.#options.onClose)

  destroy() {
    this.stay()
    this.#life.abort()
  }

  #move(event: PointerEvent) {
    if (event.pointerType !== 'touch') return this.#hover(this.#options.markAt(event))
    const { x, y } = this.#pressed ?? event
    if (Math.hypot(event.x - x, event.y - y) > STILL_PIXELS) this.stay()
  }

  #hover(word: number | undefined) {
    if (word === this.#hovered) return
    this.#hovered = word
    if (word === undefined) this.leave()
    else this.#later(OPEN_MS, () => this.#options.onOpen(word))
  }

  #press(event: PointerEvent) {
    this.#pressed = undefined
    if (event.pointerType !== 'touch') return undefined
    const word = this.#options.markAt(event)
    if (word === undefined) return this.leave()
    this.#pressed = { x: event.x, y: event.y }
    this.#later(LONG_PRESS_MS, () => {
      getSelection()?.removeAllRanges()
      this.#options.onOpen(word)
    })
    return undefined
  }

  #focus(event: FocusEvent) {
    const stop = stopOf(event)
    const paragraph = paragraphOf(stop)
    if (!stop || paragraph === undefined) return
    this.stay()
    this.#options.onOpen(this.#options.markOf(paragraph, Number(stop.dataset.mark)))
  }

  #later(afterMs: number, act: () => void) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(act, afterMs)
  }
}

function isElsewhere(root: Element, { target }: Event): boolean {
  return target instanceof Element && !root.contains(target) && target.closest('[role="dialog"]') === null
}

/** The keyboard's stop of a replacement. */
function stopOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-mark]') : null
}
