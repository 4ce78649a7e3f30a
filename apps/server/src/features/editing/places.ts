import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { Placed } from './repo.ts'

/** What must be written so that the stored text becomes `after`: places that go and places that come. */
export type Difference = { removed: number[]; added: Placed[] }

/** Segments that an operation did not touch are the very same objects; only the others are written. */
export function differenceOf(before: readonly Placed[], after: readonly Segment[]): Difference {
  return before.length === after.length ? inPlace(before, after) : between(before, after)
}

function inPlace(before: readonly Placed[], after: readonly Segment[]): Difference {
  const changed = before.flatMap(({ index, segment }, at) => {
    const other = after[at]
    return other && other !== segment ? [{ index, segment: other }] : []
  })
  return { removed: changed.map(({ index }) => index), added: changed }
}

/** The stretch between what stayed at the beginning and what stayed at the end. */
function between(before: readonly Placed[], after: readonly Segment[]): Difference {
  const head = lengthWhile((at) => before[at]?.segment === after[at], Math.min(before.length, after.length))
  const most = Math.min(before.length, after.length) - head
  const tail = lengthWhile((at) => before.at(-1 - at)?.segment === after.at(-1 - at), most)
  const removed = before.slice(head, before.length - tail).map(({ index }) => index)
  const put = after.slice(head, after.length - tail)
  const low = before[head - 1]?.index ?? (before[0]?.index ?? 0) - 1
  const high = before[before.length - tail]?.index ?? (before.at(-1)?.index ?? 0) + 1
  const step = (high - low) / (put.length + 1)
  return { removed, added: put.map((segment, at) => ({ index: low + step * (at + 1), segment })) }
}

function lengthWhile(isSame: (at: number) => boolean, most: number): number {
  let length = 0
  while (length < most && isSame(length)) length += 1
  return length
}
