import type { Span } from '#span.ts'
import type { Segment } from '#transcript/segments.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { alignWords } from './align-edit.ts'
import { withWords } from './transcript.ts'

/**
 * The segments of a paragraph after an edit of its text. Words stay in their segments, new ones join the segment of
 * the previous word, and a segment without words is dropped.
 */
export function editText(segments: readonly Segment[], newText: string, bounds: Span): Segment[] {
  const homes = segments.flatMap((segment, index) => wordsOf(segment).map(() => index))
  const edited: Word[][] = segments.map(() => [])
  for (const { word, origin } of alignWords(segments.flatMap(wordsOf), newText, bounds))
    edited[homes[origin] ?? 0]?.push(word)
  return segments.flatMap((segment, index) => keptSegment(segment, edited[index] ?? []))
}

function keptSegment(segment: Segment, words: readonly Word[]): Segment[] {
  if (words.length === 0) return []
  const isUntouched = words.length === segment.words.length && words.every((word, n) => word === segment.words[n])
  return [isUntouched ? segment : withWords(segment, words)]
}
