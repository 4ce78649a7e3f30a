import type { Segment } from '#transcript/segments.ts'

import type { Range } from './narrow-edit.ts'
import { wordsOf } from './spread-words.ts'
import { withWords } from './transcript.ts'

/**
 * The segments of a range as they were recognised: the words that were heard between what stands before it and what
 * stands after it. Who speaks is not asked back: the range stays with its speaker.
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
