import { secondsOf, type Span } from '#span.ts'
import type { Paragraph } from '#transcript/paragraphs.ts'

/** Speech without words. `again`: its owner asked for another hearing, or that one gave nothing either. */
export type UnheardSpan = Span & { again?: 'asked' | 'nothing' | undefined }

/** With a larger share missing, another attempt is worth more than the text. */
const MAX_UNHEARD_SHARE = 1 / 5

/** Whether a text is worth keeping without these spans of its recording. */
export function isWorthReading(unheard: readonly Span[], totalSeconds: number): boolean {
  return secondsOf(unheard) <= totalSeconds * MAX_UNHEARD_SHARE
}

/** With a larger share of the speech missing, the text is not complete. */
const MUCH_UNHEARD_SHARE = 0.02

/** Whether a text with that many seconds of words lacks too much of its speech to count as complete. */
export function isMuchUnheard(unheard: readonly Span[], wordSeconds: number): boolean {
  const seconds = secondsOf(unheard)
  return seconds > (wordSeconds + seconds) * MUCH_UNHEARD_SHARE
}

/** Spans in order, those that touch joined. */
export function joinUnheard(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && last.end >= start) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** Spans by the index of the paragraph that follows them; those after the text are at its length. */
export function unheardBefore<T extends Pick<Span, 'start'>>(
  paragraphs: readonly Pick<Paragraph, 'start'>[],
  unheard: readonly T[],
): ReadonlyMap<number, readonly T[]> {
  return Map.groupBy(unheard, (span) => {
    const next = paragraphs.findIndex(({ start }) => start >= span.start)
    return next < 0 ? paragraphs.length : next
  })
}
