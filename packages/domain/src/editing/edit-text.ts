import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

import { alignWords } from './align-edit.ts'
import { type Span, wordsOf } from './spread-words.ts'
import { withWords } from './transcript.ts'

/**
 * The segments of a paragraph after its text was changed. Every word stays in the segment it was in, a new one joins
 * the word before it; a segment that lost all of its words is gone.
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
