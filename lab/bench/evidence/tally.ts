import type { Check } from '@doslovno/domain/evidence/verdict.ts'

/** Counts of verdicts. `mended`: confirmed at the right place although another one was cited. */
export type Tally = { dropped: number; unsure: number; confirmed: number; mended: number }
export type Outcome = keyof Tally

/** A verdict as an outcome; `linked` confirms nothing. */
export const outcomeOf = ({ verdict }: Pick<Check, 'verdict'>): Outcome => (verdict === 'linked' ? 'unsure' : verdict)

export function countOutcomes(outcomes: readonly Outcome[]): Tally {
  const counted = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length
  return {
    dropped: counted('dropped'),
    unsure: counted('unsure'),
    confirmed: counted('confirmed'),
    mended: counted('mended'),
  }
}

export const totalOf = (tally: Tally): number => tally.dropped + tally.unsure + tally.confirmed + tally.mended

/** False statements that the reader does not see as confirmed. */
export const caughtOf = (tally: Tally): number => tally.dropped + tally.unsure + tally.mended

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = (outcome: Outcome) => tallies.reduce((total, tally) => total + tally[outcome], 0)
  return { dropped: sum('dropped'), unsure: sum('unsure'), confirmed: sum('confirmed'), mended: sum('mended') }
}

const Z_95 = 1.96

/** Wilson's 95 % interval of a share. */
export function wilson(count: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 }
  const share = count / total
  const square = Z_95 ** 2 / total
  const middle = (share + square / 2) / (1 + square)
  const half = (Z_95 / (1 + square)) * Math.sqrt((share * (1 - share)) / total + square / (4 * total))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
