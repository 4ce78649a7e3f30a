import type { Bag } from './cheapest-cuts.ts'

/** Weights of stems, of length 1. */
export type Vector = ReadonlyMap<string, number>

/** Rare stems weigh more, repeated ones a little more. */
export function vectorOf(bag: Bag, idf: (stem: string) => number): Vector {
  return normal(new Map([...countsOf(bag)].map(([stem, count]) => [stem, (1 + Math.log(count)) * idf(stem)])))
}

/** How rare stems are among bags; `add` every bag before `idf` is asked. */
export function countBags() {
  const bagsWith = new Map<string, number>()
  let bags = 0
  return {
    add(bag: Bag) {
      bags += 1
      for (const stem of new Set(bag)) bagsWith.set(stem, (bagsWith.get(stem) ?? 0) + 1)
    },
    idf: (stem: string) => Math.log(1 + bags / (bagsWith.get(stem) ?? 1)),
  }
}

export function countsOf<Item>(items: readonly Item[]): Map<Item, number> {
  const counts = new Map<Item, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

/** Cosine: 1 for the same stems, 0 for none in common. */
export function similarity(one: Vector, other: Vector): number {
  if (one.size > other.size) return similarity(other, one)
  let sum = 0
  for (const [stem, weight] of one) sum += weight * (other.get(stem) ?? 0)
  return sum
}

/** The direction that the vectors share. */
export function centroidOf(vectors: readonly Vector[]): Vector {
  const sums = new Map<string, number>()
  for (const vector of vectors) for (const [stem, weight] of vector) sums.set(stem, (sums.get(stem) ?? 0) + weight)
  return normal(sums)
}

function normal(weights: Vector): Vector {
  const length = Math.hypot(...weights.values()) || 1
  return new Map([...weights].map(([stem, weight]) => [stem, weight / length]))
}
