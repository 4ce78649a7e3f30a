import { isShort } from './arguments.ts'
import { percent } from './figures.ts'

let [met, missed] = [0, 0]

/**
 * Prints one requirement and what was seen; a run fails if it misses one. The short form runs beside other work, so it
 * does not count limits on time.
 */
export function mark(expected: string, seen: string, isMet: boolean, { isTimed = false } = {}): void {
  const counts = !(isTimed && isShort)
  if (isMet) met++
  else if (counts) missed++
  log(`${isMet ? 'met    ' : counts ? 'NOT MET' : 'not met, not counted'}  ${expected}: ${seen}`)
}

/** A mark that a share reaches a goal. */
export function markShare(expected: string, share: number, goal: number): void {
  mark(`${expected} ${percent(goal)}`, percent(share), share >= goal)
}

/** The last line of a run that has marks. */
export function printVerdict(): void {
  if (met + missed > 0)
    console.log(missed === 0 ? 'every mark is met' : `${missed} of ${met + missed} marks are not met`)
  if (missed > 0) process.exitCode = 1
}

export function log(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

/** Prints the time that a stage takes. */
export async function timed<T>(stage: string, work: () => T | Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  log(`${stage}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  return result
}
