type Version = { id: string; modifiedAt: Date; isMarker: boolean }

export type Mend =
  | { kind: 'none' | 'removed' | 'missing' }
  | { kind: 'returned'; markers: string[] }
  | { kind: 'reverted'; version: string }

/** Decides how a key returns to the state of the moment. `versions`: newest first. */
export function mendOf(versions: readonly Version[], moment: Date, isExpected: boolean): Mend {
  const [current] = versions
  if (!isExpected) return { kind: current && !current.isMarker ? 'removed' : 'none' }
  const contents = versions.filter(({ isMarker }) => !isMarker)
  // A row is written after its object. If none is that old, the clocks of store and database differ: take the oldest.
  const wanted = contents.find(({ modifiedAt }) => modifiedAt <= moment) ?? contents.at(-1)
  if (!wanted) return { kind: 'missing' }
  if (wanted === current) return { kind: 'none' }
  const later = versions.slice(0, versions.indexOf(wanted))
  if (later.every(({ isMarker }) => isMarker)) return { kind: 'returned', markers: later.map(({ id }) => id) }
  return { kind: 'reverted', version: wanted.id }
}
