import type { Hit } from './match.ts'

/** A form in a case that the preposition asks for sounds this much nearer. */
const RIGHT_CASE = 0.04
/** Forms that differ less sound alike. */
const ALIKE = 0.02

/** The form that sounds nearest; among forms that sound alike, the one written most like what was heard. */
export function chooseForm(hits: readonly Hit[], heard: string, cases: readonly number[] | undefined): Hit | undefined {
  const bits = (cases ?? []).reduce((sum, index) => sum | (1 << index), 0)
  const rated = hits.map((hit) =>
    hit.form.cases & bits ? { ...hit, similarity: Math.min(1, hit.similarity + RIGHT_CASE) } : hit,
  )
  const top = Math.max(...rated.map(({ similarity }) => similarity))
  return rated
    .filter(({ similarity }) => similarity >= top - ALIKE)
    .map((hit) => ({ hit, letters: letterDistance(hit.form.letters, heard) }))
    .toSorted((one, other) => one.letters - other.letters || other.hit.similarity - one.hit.similarity)[0]?.hit
}

function letterDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 0; i < one.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      const change = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
