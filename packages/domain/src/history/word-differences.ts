import { type Difference, diffWords } from '#editing/diff-words.ts'
import type { Word } from '#transcript/words.ts'

/** Stretches that differ by more words than this count as rewritten. */
const MOST_EDITS = 1000

/**
 * The differences between the words of two versions of a text, in order. Words that no edit has touched keep their
 * times, so they are paired first, and only the stretches between them are compared: a text of three hours with
 * a correction in every sentence takes milliseconds.
 */
export function wordDifferences(before: readonly Word[], after: readonly Word[]): Difference[] {
  const differences: Difference[] = []
  let [fromStart, toStart] = [0, 0]
  for (const [fromEnd, toEnd] of [...untouched(before, after), [before.length, after.length] as const]) {
    if (fromEnd > fromStart || toEnd > toStart)
      differences.push(...within(before, after, { fromStart, fromEnd, toStart, toEnd }))
    ;[fromStart, toStart] = [fromEnd + 1, toEnd + 1]
  }
  return differences
}

/** Index pairs of words with the same text and time, in the order of both texts. */
function untouched(before: readonly Word[], after: readonly Word[]): (readonly [from: number, to: number])[] {
  const places = new Map(after.map((word, index) => [keyOf(word), index]))
  const pairs: (readonly [number, number])[] = []
  let last = -1
  for (const [from, word] of before.entries()) {
    const to = places.get(keyOf(word))
    if (to === undefined || to <= last) continue
    pairs.push([from, to])
    last = to
  }
  return pairs
}

const keyOf = ({ text, start }: Word) => `${start} ${text}`

function within(before: readonly Word[], after: readonly Word[], { fromStart, fromEnd, toStart, toEnd }: Difference) {
  const textOf = ({ text }: Word) => text
  const [from, to] = [before.slice(fromStart, fromEnd).map(textOf), after.slice(toStart, toEnd).map(textOf)]
  return diffWords(from, to, MOST_EDITS).map((found) => ({
    fromStart: found.fromStart + fromStart,
    fromEnd: found.fromEnd + fromStart,
    toStart: found.toStart + toStart,
    toEnd: found.toEnd + toStart,
  }))
}
