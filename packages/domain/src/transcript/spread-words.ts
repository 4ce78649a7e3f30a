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
