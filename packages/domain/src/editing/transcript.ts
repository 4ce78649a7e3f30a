import type { Segment } from '#transcript/segments.ts'
import { joinWords, wordsOf } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

export type Speaker = { speakerId: number; name: string }

/** The segments of a script in order, and its named speakers. */
export type Transcript = { segments: readonly Segment[]; speakers: readonly Speaker[] }

/** The segment with other words, and the times of those words. */
export function withWords(segment: Segment, words: readonly Word[]): Segment {
  const start = words[0]?.start ?? segment.start
  const end = words.reduce((latest, word) => Math.max(latest, word.end), start)
  return { ...segment, start, end, text: joinWords(words), words }
}

/** Splits a segment before word `word`; undefined if a half would be empty. */
export function splitAt(segment: Segment, word: number): [Segment, Segment] | undefined {
  const words = wordsOf(segment)
  if (!Number.isInteger(word) || word < 1 || word >= words.length) return undefined
  return [withWords(segment, words.slice(0, word)), withWords(segment, words.slice(word))]
}
