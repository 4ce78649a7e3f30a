import type { Span } from '@doslovno/domain/span.ts'

/** Plays a moment of the recording from a little before it, shows it in the text and marks its words. */
export type PlayMoment = (moment: Span) => void
