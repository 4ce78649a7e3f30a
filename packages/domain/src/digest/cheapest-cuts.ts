/** Content stems of one sentence. */
export type Bag = readonly string[]

export type IsLongEnough = (from: number, to: number) => boolean

/**
 * Borders of the chapters that describe the bags most cheaply (Utiyama and Isahara, 2001), without 0 and the end.
 * Dynamic programming; the time grows with the square of the number of bags.
 */
export function cheapestCuts(bags: readonly Bag[], isLongEnough: IsLongEnough): number[] {
  const numbered = numberStems(bags)
  const chapter = growingChapter(numbered)
  const penalty = Math.log(Math.max(numbered.size, 1))
  const best = new Float64Array(bags.length + 1).fill(Infinity)
  const previous = new Int32Array(bags.length + 1)
  best[0] = 0
  for (let from = 0; from < bags.length; from++) {
    if (at(best, from) === Infinity) continue
    chapter.clear()
    for (let to = from + 1; to <= bags.length; to++) {
      chapter.add(to - 1)
      if (!isLongEnough(from, to)) continue
      const cost = at(best, from) + chapter.cost() + penalty
      if (cost >= at(best, to)) continue
      best[to] = cost
      previous[to] = from
    }
  }
  return bordersBack(previous)
}

/** How much dearer one chapter of the bags is than two with a border at `border`: weak borders save little. */
export function borderStrength(bags: readonly Bag[], border: number): number {
  const chapter = growingChapter(numberStems(bags))
  const costOf = (from: number, to: number) => {
    chapter.clear()
    for (let index = from; index < to; index++) chapter.add(index)
    return chapter.cost()
  }
  return costOf(0, bags.length) - costOf(0, border) - costOf(border, bags.length)
}

function bordersBack(previous: Int32Array): number[] {
  const borders: number[] = []
  for (let to = at(previous, previous.length - 1); to > 0; to = at(previous, to)) borders.push(to)
  return borders.toReversed()
}

/** Bags with numbers for stems: counting them in an array is ten times faster than in a map. */
type NumberedBags = { bags: readonly Int32Array[]; vocabulary: number; size: number }

function numberStems(bags: readonly Bag[]): NumberedBags {
  const numbers = new Map<string, number>()
  const numberOf = (stem: string) => {
    const number = numbers.get(stem) ?? numbers.size
    numbers.set(stem, number)
    return number
  }
  const numbered = bags.map((bag) => Int32Array.from(bag, numberOf))
  return { bags: numbered, vocabulary: numbers.size, size: bags.reduce((sum, bag) => sum + bag.length, 0) }
}

/** The cost of n stems is n·ln(n + V) − Σ k·ln(k + 1), k per different stem; both sums are kept while it grows. */
function growingChapter({ bags, vocabulary, size: total }: NumberedBags) {
  const counts = new Int32Array(vocabulary)
  const gains = Float64Array.from({ length: total }, (_, k) => (k + 1) * Math.log(k + 2) - k * Math.log(k + 1))
  let size = 0
  let saved = 0
  return {
    clear() {
      counts.fill(0)
      size = 0
      saved = 0
    },
    add(index: number) {
      for (const stem of bags[index] ?? []) {
        const count = at(counts, stem)
        saved += at(gains, count)
        counts[stem] = count + 1
        size += 1
      }
    },
    cost: () => size * Math.log(size + vocabulary) - saved,
  }
}

const at = (numbers: Float64Array | Int32Array, index: number) => numbers[index] ?? 0
