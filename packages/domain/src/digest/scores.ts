import { centralities } from './centrality.ts'
import type { SentenceRange } from './chapters.ts'
import { inBatches, type Pause } from './in-batches.ts'
import type { ReadSentence } from './read-sentence.ts'
import { countBags, vectorOf, type Vector } from './vectors.ts'

/** What a sentence gains per number, by a cue, and per name. */
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
