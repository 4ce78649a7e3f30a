import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { IndexedSegment } from './repo.ts'

/** Rows to delete and to insert so that the stored text becomes `after`. */
export type Difference = { removed: number[]; added: IndexedSegment[] }

/** Operations return untouched segments as the same objects; only the others are written. */
export function differenceOf(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  return before.length === after.length ? inPlace(before, after) : between(before, after)
}

function inPlace(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  const changed = before.flatMap(({ index, segment }, at) => {
    const other = after[at]
    return other && other !== segment ? [{ index, segment: other }] : []
  })
  return { removed: changed.map(({ index }) => index), added: changed }
}

/** Rewrites the range between the common head and the common tail, with indexes that fit between its neighbours. */
function between(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  const head = lengthWhile((at) => before[at]?.segment === after[at], Math.min(before.length, after.length))
  const most = Math.min(before.length, after.length) - head
  const tail = lengthWhile((at) => before.at(-1 - at)?.segment === after.at(-1 - at), most)
  const removed = before.slice(head, before.length - tail).map(({ index }) => index)
  const inserted = after.slice(head, after.length - tail)
  const low = before[head - 1]?.index ?? (before[0]?.index ?? 0) - 1
  const high = before[before.length - tail]?.index ?? (before.at(-1)?.index ?? 0) + 1
  const step = (high - low) / (inserted.length + 1)
  return { removed, added: inserted.map((segment, at) => ({ index: low + step * (at + 1), segment })) }
}

function lengthWhile(isSame: (at: number) => boolean, most: number): number {
  let length = 0
  while (length < most && isSame(length)) length += 1
  return length
}
