/** The fields of a note that the choice reads. */
export type Weighed = { part: number; weight: number; tokens: number }

/** Notes of every part that are passed on, however light they are. */
const LEAST_PER_PART = 2

/** The heaviest notes that fit into so many tokens, at least two per part, in their own order: by time. */
export function chooseNotes<N extends Weighed>(notes: readonly N[], mostTokens: number): N[] {
  const heaviest = notes.toSorted((a, b) => b.weight - a.weight)
  const chosen = new Set(leastOf(heaviest))
  let tokens = [...chosen].reduce((sum, note) => sum + note.tokens, 0)
  for (const note of heaviest) {
    if (chosen.has(note) || tokens + note.tokens > mostTokens) continue
    chosen.add(note)
    tokens += note.tokens
  }
  return notes.filter((note) => chosen.has(note))
}

function leastOf<N extends Weighed>(heaviest: readonly N[]): N[] {
  const taken = new Map<number, number>()
  return heaviest.filter(({ part }) => {
    taken.set(part, (taken.get(part) ?? 0) + 1)
    return (taken.get(part) ?? 0) <= LEAST_PER_PART
  })
}
