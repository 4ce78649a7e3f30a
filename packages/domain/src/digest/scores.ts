import type { SentenceRange } from './chapters.ts'
import { inBatches, type Pause } from './in-batches.ts'
import type { ReadSentence } from './read-sentence.ts'
import { centroidOf, countBags, similarity, type Vector, vectorOf } from './vectors.ts'

/** Score of a sentence per number, by a cue, and per name. */
export type Weights = { number: number; cue: number; name: number }

export const SUMMARY_WEIGHTS: Weights = { number: 0.08, cue: 0.1, name: 0.05 }
export const THESES_WEIGHTS: Weights = { number: 0.16, cue: 0.2, name: 0.05 }

/** `score` gives null for a sentence that must not be picked: a question, or one that tells nothing alone. */
export type Ranking = { vectors: readonly Vector[]; score: (at: number, weights: Weights) => number | null }

const STRETCH_SENTENCES = 160
const FEWEST_STEMS = 2
const MOST_STEMS = 22
const LONG_LOSS = 0.1
const MOST_COUNTED = 2

/** Scores by how central a sentence is in its chapter and by what it holds. */
export async function rankSentences(
  read: readonly ReadSentence[],
  { chapters, quotable, pause }: { chapters: readonly SentenceRange[]; quotable: readonly boolean[]; pause: Pause },
): Promise<Ranking> {
  const vectors = await vectorsOf(read, pause)
  const central: number[] = []
  for (const { from, to } of chapters.flatMap(stretches)) {
    await pause()
    central.push(...centralities(vectors.slice(from, to)))
  }
  const score = (at: number, weights: Weights) => {
    const sentence = read[at]
    return sentence && quotable[at] && isTelling(sentence) ? (central[at] ?? 0) + gains(sentence, weights) : null
  }
  return { vectors, score }
}

async function vectorsOf(read: readonly ReadSentence[], pause: Pause): Promise<Vector[]> {
  const counts = countBags()
  await inBatches(read, ({ bag }) => counts.add(bag), pause)
  return inBatches(read, ({ bag }) => vectorOf(bag, counts.idf), pause)
}

/** Long chapters are ranked piece by piece: the time grows with the square of a piece. */
function stretches({ from, to }: SentenceRange): SentenceRange[] {
  const count = Math.ceil((to - from) / STRETCH_SENTENCES)
  const border = (index: number) => from + Math.round(((to - from) * index) / count)
  return Array.from({ length: count }, (_, index) => ({ from: border(index), to: border(index + 1) }))
}

const isTelling = ({ words, isQuestion }: ReadSentence) => !isQuestion && words.length >= FEWEST_STEMS

function gains({ bag, numbers, names, hasCue }: ReadSentence, weights: Weights): number {
  return (
    weights.number * Math.min(MOST_COUNTED, numbers) +
    weights.name * Math.min(MOST_COUNTED, names) +
    (hasCue ? weights.cue : 0) -
    (bag.length > MOST_STEMS ? LONG_LOSS : 0)
  )
}

const EDGE = 0.08
const DAMPING = 0.85
const ROUNDS = 50
const LEXRANK_WEIGHT = 0.45
const CENTROID_WEIGHT = 0.35

/** How central each sentence is among the given ones, 0–0.8. The time grows with the square of their number. */
function centralities(vectors: readonly Vector[]): number[] {
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
