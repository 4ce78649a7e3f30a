import type { Segment, Range } from '#transcript/segments.ts'
import { wordsOf } from '#transcript/spread-words.ts'

import { withWords } from './transcript.ts'

/**
 * The original segments of a range: the words recognised between its neighbours.
 * The range keeps its present speaker.
 */
export function recognisedIn(
  original: readonly Segment[],
  segments: readonly Segment[],
  { at, count }: Range,
): Segment[] {
  const from = segments[at - 1]?.end ?? -Infinity
  const to = segments[at + count]?.start ?? Infinity
  const speaker = segments[at]?.speaker ?? 0
  return original.flatMap((segment) => {
    const words = wordsOf(segment)
    const inside = words.filter(({ start, end }) => start + end >= 2 * from && start + end <= 2 * to)
    if (inside.length === 0) return []
    const kept = inside.length === words.length ? segment : withWords(segment, inside)
    return [kept.speaker === speaker ? kept : { ...kept, speaker }]
  })
}
