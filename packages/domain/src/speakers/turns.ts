/** Somebody's stretch of speech in seconds; speakers are numbered from 0. */
export type Turn = { start: number; end: number; speaker: number }

export function secondsOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, { start, end }) => sum + end - start, 0)
}
