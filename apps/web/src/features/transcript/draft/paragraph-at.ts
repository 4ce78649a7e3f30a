import type { Span } from '@doslovno/domain/span.ts'

/** The last paragraph that begins by then; the first one before any. */
export function paragraphAt(paragraphs: readonly Span[], seconds: number): number {
  return Math.max(
    0,
    paragraphs.findLastIndex(({ start }) => start <= seconds),
  )
}

/** A pause this long after the last known paragraph may hold words that are not recognised yet. */
const PAUSE_SECONDS = 1

/** The paragraph that is heard; -1 before the first and after what is recognised so far. */
export function heardAt(paragraphs: readonly Span[], seconds: number): number {
  const index = paragraphs.findLastIndex(({ start }) => start <= seconds)
  const isLast = index === paragraphs.length - 1
  return isLast && seconds > (paragraphs[index]?.end ?? 0) + PAUSE_SECONDS ? -1 : index
}
