import type { LinkMoment } from '#lib/file-page/link-moment.ts'

/** The parts of a light page. */
export type Screen = {
  id: string
  /** All that is removed when the full page comes. */
  page: HTMLElement
  /** The text. */
  root: HTMLElement
  /** Inside a frame on another page: no storage, no full page. */
  isEmbed: boolean
  moment: LinkMoment
  signal: AbortSignal
  /** Announces something for a moment; for good if `isLasting`. */
  say: (text: string, isLasting?: boolean) => void
}
