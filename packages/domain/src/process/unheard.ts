import { secondsOf, type Span } from '#span.ts'

/** With a larger share missing, another attempt is worth more than the text. */
const MAX_UNHEARD_SHARE = 1 / 5

/** Whether a text is worth keeping without these spans of its recording. */
export function isWorthReading(unheard: readonly Span[], totalSeconds: number): boolean {
  return secondsOf(unheard) <= totalSeconds * MAX_UNHEARD_SHARE
}

/** Joins spans that touch; expects them in order. */
export function joinUnheard(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans) {
    const last = joined.at(-1)
    if (last?.end === start) last.end = end
    else joined.push({ start, end })
  }
  return joined
}
