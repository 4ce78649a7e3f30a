import type { Span } from '#media/pieces.ts'

/** With more of its recording missing, a text is worth less than another try. */
const MOST_UNHEARD = 1 / 5

/** Whether a text that lacks these stretches of its recording is worth having. */
export function isWorthReading(unheard: readonly Span[], totalSeconds: number): boolean {
  return secondsOf(unheard) <= totalSeconds * MOST_UNHEARD
}

export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** Stretches in their order, those that touch made one. */
export function joinUnheard(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans) {
    const last = joined.at(-1)
    if (last?.end === start) last.end = end
    else joined.push({ start, end })
  }
  return joined
}
