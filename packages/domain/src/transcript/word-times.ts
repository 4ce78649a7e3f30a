import type { Span } from '#span.ts'

import type { Segment } from './segments.ts'
import { splitWords, spreadWords } from './spread-words.ts'
import type { Word } from './words.ts'

const HUNDREDTHS = 100

/** The words of a segment, one for each word of its text: those that do not fit the text are spread over its span. */
export function wordsByText(segment: Segment): readonly Word[] {
  const texts = splitWords(segment.text)
  const { words } = segment
  const isFitting = words.length === texts.length && words.every(({ text }, index) => text === texts[index])
  return isFitting ? words : spreadWords(texts, segment)
}

/** Two whole hundredths a word: the step from the start of the word before, and the length. Few digits, many alike. */
export function packTimes(words: readonly Span[]): number[] {
  let last = 0
  return words.flatMap(({ start, end }) => {
    const at = Math.round(start * HUNDREDTHS)
    const step = at - last
    last = at
    return [step, Math.round(end * HUNDREDTHS) - at]
  })
}

/** The words of a text by the times that `packTimes` wrote. */
export function unpackWords(text: string, times: readonly number[]): Word[] {
  let at = 0
  return splitWords(text).map((word, index) => {
    at += times[2 * index] ?? 0
    const end = at + (times[2 * index + 1] ?? 0)
    return { text: word, start: at / HUNDREDTHS, end: end / HUNDREDTHS, confidence: null }
  })
}
