/** Words `fromStart`–`fromEnd` became words `toStart`–`toEnd`; either range may be empty. */
export type Difference = { fromStart: number; fromEnd: number; toStart: number; toEnd: number }

/** Beyond this the text counts as rewritten from scratch. */
const MAX_EDITS = 4000

/** The minimal differences between two lists of words (Myers, 1986), in order. */
export function diffWords(from: readonly string[], to: readonly string[], maxEdits = MAX_EDITS): Difference[] {
  const head = commonLength(from.length, to.length, (n) => from[n] === to[n])
  const most = Math.min(from.length, to.length) - head
  const tail = commonLength(most, most, (n) => from[from.length - 1 - n] === to[to.length - 1 - n])
  const middleFrom = from.slice(head, from.length - tail)
  const middleTo = to.slice(head, to.length - tail)
  const pairs = equalPairs(middleFrom, middleTo, maxEdits)
  return differencesBetween(pairs, middleFrom.length, middleTo.length).map((found) => ({
    fromStart: found.fromStart + head,
    fromEnd: found.fromEnd + head,
    toStart: found.toStart + head,
    toEnd: found.toEnd + head,
  }))
}

function commonLength(a: number, b: number, isEqual: (n: number) => boolean): number {
  let length = 0
  while (length < Math.min(a, b) && isEqual(length)) length++
  return length
}

type Pair = readonly [from: number, to: number]

function differencesBetween(pairs: readonly Pair[], fromLength: number, toLength: number): Difference[] {
  const found: Difference[] = []
  let [fromStart, toStart] = [0, 0]
  for (const [fromEnd, toEnd] of [...pairs, [fromLength, toLength] as const]) {
    if (fromEnd > fromStart || toEnd > toStart) found.push({ fromStart, fromEnd, toStart, toEnd })
    fromStart = fromEnd + 1
    toStart = toEnd + 1
  }
  return found
}

/** Index pairs of equal words on the shortest path; none if it takes too many edits. */
function equalPairs(from: readonly string[], to: readonly string[], maxEdits: number): Pair[] {
  if (from.length === 0 || to.length === 0) return []
  const most = Math.min(from.length + to.length, maxEdits)
  // reached[k + most]: the furthest index in `from` on diagonal k (index in `from` minus index in `to`).
  const reached = new Int32Array(2 * most + 2)
  const reachedOn = (k: number) => reached[k + most] ?? 0
  const steps: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    steps.push(reached.slice(most - edits, most + edits + 1))
    for (let k = -edits; k <= edits; k += 2) {
      const before = diagonalBefore(reachedOn, k, edits)
      let x = reachedOn(before) + (before < k ? 1 : 0)
      while (x < from.length && x - k < to.length && from[x] === to[x - k]) x++
      reached[k + most] = x
      if (x >= from.length && x - k >= to.length) return walkBack(steps, from.length, to.length)
    }
  }
  return []
}

// A word was added (the diagonal above) or removed (the one below), whichever reaches further.
function diagonalBefore(reachedOn: (k: number) => number, k: number, edits: number): number {
  const isAdded = k === -edits || (k !== edits && reachedOn(k - 1) < reachedOn(k + 1))
  return isAdded ? k + 1 : k - 1
}

function walkBack(steps: readonly Int32Array[], fromLength: number, toLength: number): Pair[] {
  const pairs: Pair[] = []
  let [x, y] = [fromLength, toLength]
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const reachedOn = (k: number) => steps[edits]?.[k + edits] ?? 0
    const before = diagonalBefore(reachedOn, x - y, edits)
    const beforeX = edits > 0 ? reachedOn(before) : 0
    const beforeY = edits > 0 ? beforeX - before : 0
    while (x > beforeX && y > beforeY) pairs.push([--x, --y])
    ;[x, y] = [beforeX, beforeY]
  }
  return pairs.toReversed()
}
