import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

export type Span = { start: number; end: number }

/** Words without times share a span by their lengths. Nobody measured them, so nothing is said of their confidence. */
export function spreadWords(texts: readonly string[], { start, end }: Span): Word[] {
  const total = texts.reduce((sum, text) => sum + weightOf(text), 0)
  let passed = 0
  return texts.map((text) => {
    const from = timeAt(passed / total, start, end)
    passed += weightOf(text)
    return { text, start: from, end: timeAt(passed / total, start, end), confidence: null }
  })
}

/** The words of a segment; those of one that has only its text are spread over it. */
export function wordsOf(segment: Segment): readonly Word[] {
  return segment.words.length > 0 ? segment.words : spreadWords(splitWords(segment.text), segment)
}

export function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter(Boolean)
}

export function joinWords(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ')
}

// One more than its letters: the pause after it.
const weightOf = (text: string) => text.length + 1

// Whole milliseconds, and never outside of the span.
function timeAt(share: number, start: number, end: number): number {
  const time = Math.round((start + (end - start) * share) * 1000) / 1000
  return Math.min(Math.max(time, start), end)
}
