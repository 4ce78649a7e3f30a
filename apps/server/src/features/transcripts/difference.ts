import type { Segment } from '@doslovno/domain/transcript/segments.ts'

import type { IndexedSegment } from './repo.ts'

/** Rows to delete and to insert so that the stored text becomes another. */
export type Difference = {
  removed: readonly IndexedSegment[]
  added: readonly IndexedSegment[]
  /** The smallest distance of those added from their neighbours. */
  step: number
}

/** Operations return untouched segments as the same objects; only the others are written, between those. */
export function differenceOf(before: readonly IndexedSegment[], after: readonly Segment[]): Difference {
  const least = Math.min(before.length, after.length)
  const head = lengthWhile((at) => before[at]?.segment === after[at], least)
  const tail = lengthWhile((at) => before.at(-1 - at)?.segment === after.at(-1 - at), least - head)
  const old = before.slice(head, before.length - tail)
  const indexes = new Map(old.map(({ segment, index }) => [segment, index]))
  const kept = new Set<Segment>()
  const runs: Placed[] = []
  let low = before[head - 1]?.index
  let run: Segment[] = []
  for (const segment of after.slice(head, after.length - tail)) {
    const high = indexes.get(segment)
    if (high === undefined) run.push(segment)
    else {
      runs.push(placed(run, low, high))
      kept.add(segment)
      ;[low, run] = [high, []]
    }
  }
  runs.push(placed(run, low, before[before.length - tail]?.index))
  return {
    removed: old.filter(({ segment }) => !kept.has(segment)),
    added: runs.flatMap(({ rows }) => rows),
    step: runs.reduce((smallest, { rows, step }) => (rows.length > 0 ? Math.min(smallest, step) : smallest), Infinity),
  }
}

type Placed = { rows: IndexedSegment[]; step: number }

/** Segments with indexes between those of their neighbours. */
function placed(segments: readonly Segment[], low: number | undefined, high: number | undefined): Placed {
  const places = segments.length + 1
  const from = low ?? (high ?? places) - places
  const step = ((high ?? from + places) - from) / places
  return { rows: segments.map((segment, at) => ({ index: from + step * (at + 1), segment })), step }
}

function lengthWhile(isSame: (at: number) => boolean, most: number): number {
  let length = 0
  while (length < most && isSame(length)) length += 1
  return length
}

/** The segments that became others at their places, as speakers change. */
export function replacedIn(before: readonly IndexedSegment[], after: readonly Segment[]): IndexedSegment[] {
  return before.flatMap(({ index, segment }, at) => {
    const other = after[at]
    return other && other !== segment ? [{ index, segment: other }] : []
  })
}
