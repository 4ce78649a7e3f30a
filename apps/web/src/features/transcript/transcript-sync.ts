import type { Player } from './player.ts'
import { erasePaint, paintRange, paragraphIn, paragraphOf } from './text-places.ts'
import { wordAtOffset, wordAtTime, type WordIndex } from './word-index.ts'

/** The band of the window in which the spoken word may move without the page following it. */
const TOP_GAP = 24
const BOTTOM_GAP = 190
const FAR = 400
const SCROLLING_KEYS = ['PageUp', 'PageDown', 'Home', 'End']

export type SyncOptions = {
  root: HTMLElement
  words: WordIndex
  player: Player
  /** Brings a paragraph to the middle of the window, drawing it first if it is not drawn yet. */
  reveal: (paragraph: number, isSmooth: boolean) => void
  /** Where the text comes out from under what sticks to the top of the window. */
  topEdge: () => number
  onFollow: (isFollowing: boolean) => void
  onParagraph: (paragraph: number) => void
}

/**
 * Keeps the text and the recording together. Nothing here goes through React: one live range moves along the text
 * and the browser repaints two words. Without the Custom Highlight API the mark on the paragraph remains.
 */
export class TranscriptSync {
  readonly #options: SyncOptions
  readonly #range = new Range()
  readonly #life = new AbortController()
  readonly #offTime: () => void
  #word = -1
  #paragraph = -1
  #place: { element: HTMLElement; text: Text } | undefined
  #isFollowing = true
  #hadSelection = false

  constructor(options: SyncOptions) {
    this.#options = options
    const { root } = options
    const { signal } = this.#life
    paintRange('spoken-word', this.#range)
    this.#offTime = options.player.onTime((seconds) => this.#show(seconds))
    window.addEventListener('wheel', () => this.leave(), { passive: true, signal })
    window.addEventListener('touchmove', () => this.leave(), { passive: true, signal })
    window.addEventListener('keydown', ({ key }) => SCROLLING_KEYS.includes(key) && this.leave(), { signal })
    window.addEventListener('pointerdown', (event) => isOnScrollBar(event) && this.leave(), { signal })
    // A press that ends a selection is not a click on a word.
    root.addEventListener('pointerdown', () => (this.#hadSelection = hasSelection()), { signal })
    root.addEventListener('click', (event) => this.#click(event), { signal })
  }

  /** Goes to the spoken word and stays with it. */
  follow() {
    const { words, player, reveal } = this.#options
    // Before the first word it is the beginning that is current.
    reveal(words.paragraph[wordAtTime(words, player.seconds)] ?? 0, true)
    this.#show(player.seconds)
    this.#setFollowing(true)
  }

  /** Who scrolls by hand wants to look elsewhere. */
  leave() {
    this.#setFollowing(false)
  }

  destroy() {
    this.#offTime()
    this.#life.abort()
    this.#deactivate()
    erasePaint('spoken-word')
  }

  #setFollowing(isFollowing: boolean) {
    if (this.#isFollowing === isFollowing) return
    this.#isFollowing = isFollowing
    this.#options.onFollow(isFollowing)
  }

  #show(seconds: number) {
    const { words, player } = this.#options
    const word = wordAtTime(words, seconds)
    if (word < 0 || word === this.#word) return
    const paragraph = words.paragraph[word] ?? 0
    if (paragraph !== this.#paragraph && !this.#activate(paragraph)) return
    if (!this.#place) return
    this.#word = word
    this.#range.setStart(this.#place.text, words.from[word] ?? 0)
    this.#range.setEnd(this.#place.text, words.to[word] ?? 0)
    if (this.#isFollowing && player.getState().isPlaying) this.#keepInView(this.#place.element)
  }

  /** False for a part of a long text that is not drawn yet: the next tick tries again. */
  #activate(paragraph: number): boolean {
    const place = paragraphIn(this.#options.root, paragraph)
    if (!place) return false
    this.#deactivate()
    place.element.dataset.active = ''
    place.element.setAttribute('aria-current', 'true')
    this.#place = place
    this.#paragraph = paragraph
    this.#options.onParagraph(paragraph)
    return true
  }

  #deactivate() {
    this.#place?.element.removeAttribute('data-active')
    this.#place?.element.removeAttribute('aria-current')
  }

  #keepInView(element: HTMLElement) {
    // What another speaker says is not shown, and nobody is torn from what they have selected.
    if (element.hidden || this.#place?.text.parentElement?.hidden || hasSelection()) return
    const { top, bottom, height } = this.#range.getBoundingClientRect()
    // Skipped by content-visibility: it has no place of its own yet.
    if (height === 0) return this.#options.reveal(this.#paragraph, false)
    const edge = this.#options.topEdge()
    if (top > edge + TOP_GAP && bottom < window.innerHeight - BOTTOM_GAP) return
    const isFar = top < -FAR || top > window.innerHeight + FAR
    if (isFar) return this.#options.reveal(this.#paragraph, false)
    window.scrollBy({ top: top - Math.max(window.innerHeight * 0.34, edge + TOP_GAP), behavior: scrollBehaviour() })
  }

  /** A click on a time plays from it, a click on a word goes there; a drag is a selection and is left alone. */
  #click(event: MouseEvent) {
    if (!(event.target instanceof Element)) return
    const { player, words } = this.#options
    const seek = event.target.closest<HTMLElement>('[data-seek]')?.dataset.seek
    if (seek !== undefined) {
      player.seek(Number(seek))
      player.play()
      return this.#setFollowing(true)
    }
    const paragraph = paragraphOf(event.target.closest('[data-text]'))
    const offset = paragraph === undefined ? undefined : offsetAt(event)
    if (paragraph === undefined || offset === undefined || this.#hadSelection || hasSelection()) return
    player.seek(words.start[wordAtOffset(words, paragraph, offset)] ?? 0)
    this.#setFollowing(true)
  }
}

/** Smooth, unless the person has asked for less motion. */
export function scrollBehaviour(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

function hasSelection(): boolean {
  return getSelection()?.isCollapsed === false
}

function isOnScrollBar({ clientX }: PointerEvent): boolean {
  return clientX >= document.documentElement.clientWidth
}

/** The place in the text under the pointer; older Safari knows only the second way. */
export function offsetAt({ clientX, clientY }: MouseEvent): number | undefined {
  if ('caretPositionFromPoint' in document) return document.caretPositionFromPoint(clientX, clientY)?.offset
  const old = document as { caretRangeFromPoint?: (x: number, y: number) => Range | null } // typed away as deprecated
  return old.caretRangeFromPoint?.(clientX, clientY)?.startOffset
}
