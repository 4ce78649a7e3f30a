import type { Range, Segment } from '#transcript/segments.ts'
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

/** Room for corrections of a short recording, and for the longest one that is processed. */
const FEWEST_ITEMS = 20_000
const MOST_ITEMS = 250_000
/** Nobody says as many words a second. */
const ITEMS_PER_SECOND = 10
/** Letters of a word, counted in the segment's text and in its words. */
const LETTERS_PER_ITEM = 40

/**
 * Whether an edit makes a text longer than its recording can justify. A text that is already too long may still be
 * edited as long as it does not grow.
 */
export function growsTooLong(was: TextSize, is: TextSize, durationSeconds: number): boolean {
  const most = Math.min(MOST_ITEMS, FEWEST_ITEMS + ITEMS_PER_SECOND * durationSeconds)
  return (is.items > most && is.items > was.items) || (is.letters > most * LETTERS_PER_ITEM && is.letters > was.letters)
}

/** Items are words and segments: an empty segment takes room too. */
export type TextSize = { items: number; letters: number }

export function sizeOf(segments: readonly Segment[]): TextSize {
  let items = segments.length
  let letters = 0
  for (const { text, words } of segments) {
    items += words.length
    letters += text.length
    for (const word of words) letters += word.text.length + (word.heard?.length ?? 0) + (word.maybe?.text.length ?? 0)
  }
  return { items, letters }
}
