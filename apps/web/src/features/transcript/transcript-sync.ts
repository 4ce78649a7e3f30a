import type { Player } from './player.ts'
import { wordAtOffset, wordAtTime, type WordIndex } from './word-index.ts'

/** The name of the highlight in the stylesheet. */
const HIGHLIGHT = 'spoken-word'
const canHighlight = typeof CSS !== 'undefined' && 'highlights' in CSS

/** The band of the window in which the spoken word may move without the page following it. */
const TOP_GAP = 150
const BOTTOM_GAP = 190
const FAR = 400

export type SyncOptions = {
  root: HTMLElement
  words: WordIndex
  player: Player
  /** Brings a paragraph to the middle of the window, drawing it first if it is not drawn yet. */
  reveal: (paragraph: number, isSmooth: boolean) => void
  onFollow: (isFollowing: boolean) => void
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
  #isFollowing = true

  constructor(options: SyncOptions) {
    this.#options = options
    const { signal } = this.#life
    if (canHighlight) CSS.highlights.set(HIGHLIGHT, new Highlight(this.#range))
    this.#offTime = options.player.onTime((seconds) => this.#show(seconds))
    // Who scrolls by hand wants to look elsewhere.
    const leave = () => this.#setFollowing(false)
    window.addEventListener('wheel', leave, { passive: true, signal })
    window.addEventListener('touchmove', leave, { passive: true, signal })
    options.root.addEventListener('click', (event) => this.#click(event), { signal })
  }

  /** Goes to the spoken word and stays with it. */
  follow() {
    // Before the first word it is the beginning that is current.
    this.#options.reveal(Math.max(0, this.#paragraph), true)
    this.#setFollowing(true)
  }

  destroy() {
    this.#offTime()
    this.#life.abort()
    this.#options.root.querySelector('[data-active]')?.removeAttribute('data-active')
    if (canHighlight) CSS.highlights.delete(HIGHLIGHT)
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
    const place = this.#placeOf(paragraph)
    // A part of a long text that is not drawn yet: the next tick tries again.
    if (!place) return
    this.#word = word
    if (paragraph !== this.#paragraph) this.#activate(paragraph, place.element)
    this.#range.setStart(place.text, words.from[word] ?? 0)
    this.#range.setEnd(place.text, words.to[word] ?? 0)
    if (this.#isFollowing && !player.media.paused) this.#keepInView()
  }

  #activate(paragraph: number, element: HTMLElement) {
    this.#options.root.querySelector('[data-active]')?.removeAttribute('data-active')
    element.dataset.active = ''
    this.#paragraph = paragraph
  }

  #placeOf(paragraph: number): { element: HTMLElement; text: Node } | undefined {
    const element = this.#options.root.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"]`)
    const text = element?.querySelector('[data-text]')?.firstChild
    return element && text ? { element, text } : undefined
  }

  #keepInView() {
    const { top, bottom, height } = this.#range.getBoundingClientRect()
    // Skipped by content-visibility: it has no place of its own yet.
    if (height === 0) return this.#options.reveal(this.#paragraph, false)
    if (top > TOP_GAP && bottom < window.innerHeight - BOTTOM_GAP) return
    const isFar = top < -FAR || top > window.innerHeight + FAR
    if (isFar) return this.#options.reveal(this.#paragraph, false)
    window.scrollBy({ top: top - window.innerHeight * 0.34, behavior: 'smooth' })
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
    const paragraph = event.target.closest('[data-text]')?.closest<HTMLElement>('[data-paragraph]')?.dataset.paragraph
    const offset = paragraph === undefined ? undefined : offsetAt(event)
    if (paragraph === undefined || offset === undefined || getSelection()?.isCollapsed === false) return
    player.seek(words.start[wordAtOffset(words, Number(paragraph), offset)] ?? 0)
    this.#setFollowing(true)
  }
}

/** The place in the text under the pointer; older Safari knows only the second way. */
function offsetAt({ clientX, clientY }: MouseEvent): number | undefined {
  if ('caretPositionFromPoint' in document) return document.caretPositionFromPoint(clientX, clientY)?.offset
  const old = document as { caretRangeFromPoint?: (x: number, y: number) => Range | null } // typed away as deprecated
  return old.caretRangeFromPoint?.(clientX, clientY)?.startOffset
}
