import { centroidOf, similarity, type Vector } from './vectors.ts'

const EDGE = 0.08
const DAMPING = 0.85
const ROUNDS = 50
const LEXRANK_WEIGHT = 0.45
const CENTROID_WEIGHT = 0.35

/** How central each sentence is among the given ones, 0–0.8. The time grows with the square of their number. */
export function centralities(vectors: readonly Vector[]): number[] {
  const ranks = shares(lexRanks(vectors))
  const centroid = centroidOf(vectors)
  const closeness = shares(vectors.map((vector) => similarity(vector, centroid)))
  return vectors.map((_, at) => LEXRANK_WEIGHT * (ranks[at] ?? 0) + CENTROID_WEIGHT * (closeness[at] ?? 0))
}

type Edge = { to: number; weight: number }

/** LexRank: a sentence counts as much as the sentences that resemble it. */
function lexRanks(vectors: readonly Vector[]): number[] {
  const edges = edgesOf(vectors)
  const degrees = edges.map((list) => list.reduce((sum, { weight }) => sum + weight, 0) || 1)
  let ranks = vectors.map(() => 1 / vectors.length)
  for (let round = 0; round < ROUNDS; round++) {
    const next = vectors.map(() => (1 - DAMPING) / vectors.length)
    for (const [from, list] of edges.entries()) {
      const given = (DAMPING * (ranks[from] ?? 0)) / (degrees[from] ?? 1)
      for (const { to, weight } of list) next[to] = (next[to] ?? 0) + given * weight
    }
    ranks = next
  }
  return ranks
}

function edgesOf(vectors: readonly Vector[]): Edge[][] {
  const edges: Edge[][] = vectors.map(() => [])
  for (const [from, vector] of vectors.entries())
    for (let to = from + 1; to < vectors.length; to++) {
      const weight = similarity(vector, vectors[to] ?? new Map())
      if (weight <= EDGE) continue
      edges[from]?.push({ to, weight })
      edges[to]?.push({ to: from, weight })
    }
  return edges
}

/** As shares of the largest. */
function shares(values: readonly number[]): number[] {
  const largest = Math.max(...values) || 1
  return values.map((value) => value / largest)
}
