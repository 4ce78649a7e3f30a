import type { Player } from '#features/transcript/player/player.ts'

import { clearHighlight, highlightLive, paragraphIn, paragraphOf } from './highlights.ts'
import { wordAtOffset, wordAtTime, type WordIndex } from './word-index.ts'

/** The band of the window in which the spoken word moves without scrolling. */
const TOP_GAP = 24
const BOTTOM_GAP = 190
const FAR = 400
const SCROLLING_KEYS = ['PageUp', 'PageDown', 'Home', 'End']

export type SyncOptions = {
  root: HTMLElement
  words: WordIndex
  player: Player
  /** Scrolls a paragraph to the middle of the window, rendering it first if needed. */
  reveal: (paragraph: number, isSmooth: boolean) => void
  /** The lower edge of what sticks to the top of the window. */
  topEdge: () => number
  onFollow: (isFollowing: boolean) => void
  onParagraph: (paragraph: number) => void
}

/**
 * Keeps the text and the recording in sync, outside React: one live range moves along the text and the browser
 * repaints two words. Without the Custom Highlight API only the paragraph is marked.
 */
export class TranscriptSync {
  readonly #options: SyncOptions
  readonly #range = new Range()
  readonly #life = new AbortController()
  readonly #offTime: () => void
  #word = -1
  #paragraph = -1
  #active: { element: HTMLElement; text: Text } | undefined
  #isFollowing = true
  #hadSelection = false

  constructor(options: SyncOptions) {
    this.#options = options
    const { root } = options
    const { signal } = this.#life
    highlightLive('spoken-word', this.#range)
    this.#offTime = options.player.onTime((seconds) => this.#show(seconds))
    window.addEventListener('wheel', () => this.leave(), { passive: true, signal })
    window.addEventListener('touchmove', () => this.leave(), { passive: true, signal })
    window.addEventListener('keydown', ({ key }) => SCROLLING_KEYS.includes(key) && this.leave(), { signal })
    window.addEventListener('pointerdown', (event) => isOnScrollBar(event) && this.leave(), { signal })
    // A press that ends a selection is not a click on a word.
    root.addEventListener('pointerdown', () => (this.#hadSelection = hasSelection()), { signal })
    root.addEventListener('click', (event) => this.#click(event), { signal })
  }

  /** Scrolls to the spoken word, or to the word of another second, and follows the speech. */
  follow(seconds = this.#options.player.seconds) {
    const { words, player, reveal } = this.#options
    // Before the first word, the beginning counts as spoken.
    reveal(words.paragraph[wordAtTime(words, seconds)] ?? 0, true)
    this.#show(player.seconds)
    this.#setFollowing(true)
  }

  /** The user scrolls elsewhere: stops following. */
  leave() {
    this.#setFollowing(false)
  }

  destroy() {
    this.#offTime()
    this.#life.abort()
    this.#deactivate()
    clearHighlight('spoken-word')
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
    if (!this.#active) return
    this.#word = word
    this.#range.setStart(this.#active.text, words.from[word] ?? 0)
    this.#range.setEnd(this.#active.text, words.to[word] ?? 0)
    if (this.#isFollowing && player.getState().isPlaying) this.#keepInView(this.#active.element)
  }

  /** False if the chunk is not rendered yet: the next tick retries. */
  #activate(paragraph: number): boolean {
    const active = paragraphIn(this.#options.root, paragraph)
    if (!active) return false
    this.#deactivate()
    active.element.dataset.active = ''
    active.element.setAttribute('aria-current', 'true')
    this.#active = active
    this.#paragraph = paragraph
    this.#options.onParagraph(paragraph)
    return true
  }

  #deactivate() {
    this.#active?.element.removeAttribute('data-active')
    this.#active?.element.removeAttribute('aria-current')
  }

  #keepInView(element: HTMLElement) {
    // Does not scroll to hidden speakers, nor away from a selection.
    if (element.hidden || this.#active?.text.parentElement?.hidden || hasSelection()) return
    const { top, bottom, height } = this.#range.getBoundingClientRect()
    // Skipped by content-visibility: it has no position yet.
    if (height === 0) return this.#options.reveal(this.#paragraph, false)
    const edge = this.#options.topEdge()
    if (top > edge + TOP_GAP && bottom < window.innerHeight - BOTTOM_GAP) return
    const isFar = top < -FAR || top > window.innerHeight + FAR
    if (isFar) return this.#options.reveal(this.#paragraph, false)
    window.scrollBy({ top: top - Math.max(window.innerHeight * 0.34, edge + TOP_GAP), behavior: scrollBehaviour() })
  }

  /** A click on a time plays from it, a click on a word seeks there; a drag is a selection. */
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

/** Smooth, unless the user prefers reduced motion. */
export function scrollBehaviour(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

function hasSelection(): boolean {
  return getSelection()?.isCollapsed === false
}

function isOnScrollBar({ clientX }: PointerEvent): boolean {
  return clientX >= document.documentElement.clientWidth
}

/** The text offset under the pointer; older Safari has only the second API. */
export function offsetAt({ clientX, clientY }: MouseEvent): number | undefined {
  if ('caretPositionFromPoint' in document) return document.caretPositionFromPoint(clientX, clientY)?.offset
  const old = document as { caretRangeFromPoint?: (x: number, y: number) => Range | null } // typed away as deprecated
  return old.caretRangeFromPoint?.(clientX, clientY)?.startOffset
}
