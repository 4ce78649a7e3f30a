import type { SentenceRange } from './chapters.ts'
import type { Pause } from './in-batches.ts'
import type { Ranking, Weights } from './scores.ts'
import { similarity, type Vector } from './vectors.ts'

const SCORE_WEIGHT = 0.7
const NOVELTY_WEIGHT = 0.3
/** Sentences more alike than this say the same. */
const DOUBLE = 0.9

/** `taken`: sentences that are not to be picked, nor any that say the same. */
type Picking = { ranking: Ranking; weights: Weights; taken?: readonly number[] }

/** The best `count` sentences in order, spread over the chapters by the root of their lengths. */
export async function pickSentences(
  chapters: readonly SentenceRange[],
  { ranking, weights, taken = [], count, pause }: Picking & { count: number; pause: Pause },
): Promise<number[]> {
  const picked: number[] = []
  const shares: Share[] = chapters.map((range) => ({ range, taken: 0, isOpen: true }))
  while (picked.length < count) {
    const share = neediest(shares, count)
    if (!share) break
    await pause()
    const { from, to } = share.range
    const best = newest(
      Array.from({ length: to - from }, (_, at) => from + at),
      { ranking, weights, picked: [...taken, ...picked] },
    )
    share.isOpen = best !== null
    share.taken += 1
    if (best !== null) picked.push(best)
  }
  return picked.toSorted((one, other) => one - other)
}

/** The best sentence of each group, in order, unlike those taken; groups that have none are left out. */
export function bestOfEach(
  groups: readonly (readonly number[])[],
  { ranking, weights, taken = [] }: Picking,
): number[] {
  const picked: number[] = []
  for (const group of groups) {
    const best = newest(group, { ranking, weights, picked: [...taken, ...picked] })
    if (best !== null) picked.push(best)
  }
  return picked.toSorted((one, other) => one - other)
}

type Share = { range: SentenceRange; taken: number; isOpen: boolean }

/** If there are enough sentences for all, every chapter gets one before any gets a second. */
function neediest(shares: readonly Share[], count: number): Share | null {
  const open = shares.filter(({ isOpen }) => isOpen)
  const untouched = shares.length <= count ? open.filter(({ taken }) => taken === 0) : []
  const need = ({ range, taken }: Share) => Math.sqrt(range.to - range.from) / (taken + 1)
  return (untouched.length > 0 ? untouched : open).reduce<Share | null>(
    (best, share) => (best && need(best) >= need(share) ? best : share),
    null,
  )
}

/** Maximal marginal relevance: scores high and is unlike the sentences picked before. */
function newest(
  among: readonly number[],
  { ranking, weights, picked }: { ranking: Ranking; weights: Weights; picked: readonly number[] },
): number | null {
  const known = picked.map((at) => ranking.vectors[at] ?? NOTHING)
  let best: { at: number; value: number } | null = null
  for (const at of among) {
    const score = picked.includes(at) ? null : ranking.score(at, weights)
    if (score === null) continue
    const alike = likeness(ranking.vectors[at] ?? NOTHING, known)
    const value = SCORE_WEIGHT * score - NOVELTY_WEIGHT * alike
    if (alike <= DOUBLE && (!best || value > best.value)) best = { at, value }
  }
  return best?.at ?? null
}

const NOTHING: Vector = new Map()

const likeness = (vector: Vector, known: readonly Vector[]) =>
  Math.max(0, ...known.map((other) => similarity(vector, other)))
