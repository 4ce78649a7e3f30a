/** A stretch of time in seconds, of a recording or of its text. */
export type Span = { start: number; end: number }

export function secondsOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}
