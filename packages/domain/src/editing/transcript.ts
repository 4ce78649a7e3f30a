import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

import { joinWords, wordsOf } from './spread-words.ts'

export type Speaker = { speakerId: number; name: string }

/** What is edited: the segments of a script in order, and the speakers that have names. */
export type Transcript = { segments: readonly Segment[]; speakers: readonly Speaker[] }

/** The segment with other words; its times are those of its words. */
export function withWords(segment: Segment, words: readonly Word[]): Segment {
  const start = words[0]?.start ?? segment.start
  const end = words.reduce((latest, word) => Math.max(latest, word.end), start)
  return { ...segment, start, end, text: joinWords(words), words }
}

/** The segment as two, the second beginning with word `word`; undefined where a half would be empty. */
export function splitAt(segment: Segment, word: number): [Segment, Segment] | undefined {
  const words = wordsOf(segment)
  if (!Number.isInteger(word) || word < 1 || word >= words.length) return undefined
  return [withWords(segment, words.slice(0, word)), withWords(segment, words.slice(word))]
}
