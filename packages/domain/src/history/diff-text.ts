import { type Difference, diffWords } from '#editing/diff-words.ts'
import type { Segment } from '#transcript/segments.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

/** Stretches that differ by more words than this count as rewritten. */
const MOST_EDITS = 1000

export type DiffPiece = { kind: 'same' | 'removed' | 'added'; text: string }

/** A place where two texts differ, with a few words around it. `start` is its time in seconds. */
export type DiffPlace = { start: number; pieces: readonly DiffPiece[] }

/** Words shown before and after a difference. */
const CONTEXT = 8

/** The places where the words of a text became others, in order. */
export function diffText(from: readonly Segment[], to: readonly Segment[]): DiffPlace[] {
  const [before, after] = [from.flatMap(wordsOf), to.flatMap(wordsOf)]
  const places: Difference[][] = []
  for (const difference of wordDifferences(before, after)) {
    const place = places.at(-1)
    const last = place?.at(-1)
    if (place && last && difference.toStart - last.toEnd <= 2 * CONTEXT) place.push(difference)
    else places.push([difference])
  }
  return places.map((place) => placeOf(place, before, after))
}

function placeOf(differences: readonly Difference[], before: readonly Word[], after: readonly Word[]): DiffPlace {
  const pieces: DiffPiece[] = []
  const add = (kind: DiffPiece['kind'], words: readonly Word[]) => {
    if (words.length > 0) pieces.push({ kind, text: words.map(({ text }) => text).join(' ') })
  }
  const first = differences[0]?.toStart ?? 0
  let next = Math.max(0, first - CONTEXT)
  for (const { fromStart, fromEnd, toStart, toEnd } of differences) {
    add('same', after.slice(next, toStart))
    add('removed', before.slice(fromStart, fromEnd))
    add('added', after.slice(toStart, toEnd))
    next = toEnd
  }
  add('same', after.slice(next, next + CONTEXT))
  return { start: before[differences[0]?.fromStart ?? 0]?.start ?? after[first]?.start ?? 0, pieces }
}

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
