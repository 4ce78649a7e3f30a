import type { Difference } from '#editing/diff-words.ts'
import type { Segment } from '#transcript/segments.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { wordDifferences } from './word-differences.ts'

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
