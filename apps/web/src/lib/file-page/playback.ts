import type { Span } from '@doslovno/domain/span.ts'

/** Lets an editor act on the player and the text of its page. */
export type Playback = {
  /** Pauses while the user types. */
  pause: () => void
  /** Resumes a little earlier, unless the user paused it. */
  resume: () => void
  toggle: () => void
  /** Repeats a span; undefined stops it. */
  loop: (span: Span | undefined) => void
  /** Scrolls a paragraph into view. */
  reveal: (paragraph: number) => void
  focus: (paragraph: number) => void
  /** Whether a filter hides a paragraph. */
  isHidden: (paragraph: number) => boolean
}

/** Plays a moment of the recording from a little before it, shows it in the text and marks its words. */
export type PlayMoment = (moment: Span) => void
