import type { Span } from '#span.ts'
import type { Segment } from '#transcript/segments.ts'

import type { Turn } from './turns.ts'

/** The speaker of a segment whose part of the recording is not diarised yet. */
export const NO_SPEAKER = -1

/** The diariser misses edges of speech: between turns, one this near counts where none overlaps. */
const NEAR_SECONDS = 1

/**
 * Segments of a draft with the speaker who talks longest in each, or none. Both are in order of time.
 * A segment whose speaker stays the same stays the same object, so that a renderer can skip it.
 */
export function assignSegments(segments: readonly Segment[], turns: readonly Turn[]): Segment[] {
  const lastStart = turns.at(-1)?.start ?? -Infinity
  let first = 0
  return segments.map((segment) => {
    // After the last turn nothing is diarised yet.
    const reach = segment.end < lastStart ? NEAR_SECONDS : 0
    while (isOver(turns[first], segment)) first += 1
    const speaker = longest(secondsBySpeaker(turns.slice(first, nextAfter(turns, first, segment)), segment, reach))
    return speaker === segment.speaker ? segment : { ...segment, speaker }
  })
}

function isOver(turn: Turn | undefined, { start }: Span): boolean {
  return turn !== undefined && turn.end < start - NEAR_SECONDS
}

/** The first turn from `first` on that begins well after the segment. */
function nextAfter(turns: readonly Turn[], first: number, { end }: Span): number {
  let next = first
  while ((turns[next]?.start ?? Infinity) <= end + NEAR_SECONDS) next += 1
  return next
}

/** Overlaps add up; a turn that only comes near counts less than any of them. */
function secondsBySpeaker(turns: readonly Turn[], { start, end }: Span, reach: number): Map<number, number> {
  const seconds = new Map<number, number>()
  for (const turn of turns) {
    const overlap = Math.min(turn.end, end) - Math.max(turn.start, start)
    const known = seconds.get(turn.speaker) ?? -Infinity
    if (overlap > 0) seconds.set(turn.speaker, Math.max(known, 0) + overlap)
    else if (-overlap < reach) seconds.set(turn.speaker, Math.max(known, overlap))
  }
  return seconds
}

function longest(seconds: ReadonlyMap<number, number>): number {
  let speaker = NO_SPEAKER
  for (const [candidate, spoken] of seconds) if (spoken > (seconds.get(speaker) ?? -Infinity)) speaker = candidate
  return speaker
}
