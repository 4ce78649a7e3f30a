export type Work = { isPrepared: boolean; secondsDone: number; secondsTotal: number }

const PREPARED = 5
const RECOGNISED = 99

/**
 * Percent of a running process, weighted by seconds of speech recognised.
 * It grows with the work and reaches 100 only when the process is complete.
 */
export function progressOf({ isPrepared, secondsDone, secondsTotal }: Work): number {
  if (!isPrepared) return 0
  const share = secondsTotal > 0 ? Math.min(1, secondsDone / secondsTotal) : 1
  return PREPARED + (RECOGNISED - PREPARED) * share
}

/** Seconds left at the speed so far; undefined until there is a speed to judge by. */
export function etaSeconds(work: Work, elapsedSeconds: number): number | undefined {
  if (!work.isPrepared || work.secondsDone <= 0) return undefined
  const speed = work.secondsDone / Math.max(elapsedSeconds, 1)
  return Math.ceil(Math.max(0, work.secondsTotal - work.secondsDone) / speed)
}
