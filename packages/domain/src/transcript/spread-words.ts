import type { Span } from '#span.ts'

import type { Segment } from './segments.ts'
import type { Word } from './words.ts'

/** Spreads words over a span by their lengths. Confidence is null: nothing was measured. */
export function spreadWords(texts: readonly string[], { start, end }: Span): Word[] {
  const total = texts.reduce((sum, text) => sum + weightOf(text), 0)
  let passed = 0
  return texts.map((text) => {
    const from = timeAt(passed / total, start, end)
    passed += weightOf(text)
    return { text, start: from, end: timeAt(passed / total, start, end), confidence: null }
  })
}

/** The words of a segment; if it has only a text, the words are spread over its span. */
export function wordsOf(segment: Segment): readonly Word[] {
  return segment.words.length > 0 ? segment.words : spreadWords(splitWords(segment.text), segment)
}

export function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean)
}

export function joinWords(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ')
}

// The letters and the pause after the word.
const weightOf = (text: string) => text.length + 1

// Whole milliseconds, never outside the span.
function timeAt(share: number, start: number, end: number): number {
  const time = Math.round((start + (end - start) * share) * 1000) / 1000
  return Math.min(Math.max(time, start), end)
}

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
