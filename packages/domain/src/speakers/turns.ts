import type { Span } from '#span.ts'

/** A span in which one speaker talks; speakers are numbered from 0. */
export type Turn = Span & { speaker: number }
