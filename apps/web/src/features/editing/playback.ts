import type { Span } from '@doslovno/domain/editing/spread-words.ts'

/** What the page lets an editor do with its player and its text. */
export type Playback = {
  /** Who types cannot listen. */
  pause: () => void
  /** Goes on a little earlier, if it was `pause` that stopped it. */
  resume: () => void
  toggle: () => void
  /** Plays a stretch over and over; undefined stops it. */
  loop: (span: Span | undefined) => void
  /** Brings a paragraph into sight. */
  reveal: (paragraph: number) => void
  /** Puts the focus on a paragraph. */
  focus: (paragraph: number) => void
}
