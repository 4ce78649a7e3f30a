import type { Span } from '@doslovno/domain/span.ts'

import type { TextRange } from './highlights.ts'
import { wordAtTime, type WordIndex } from './word-index.ts'

/** Times of a moment and of its words may differ by rounding. */
const ROUNDING_SECONDS = 0.05

/** The words of a span as one range per paragraph. */
export function citedRanges(words: WordIndex, { start, end }: Span): TextRange[] {
  const first = nearestWord(words, start)
  const last = Math.max(first, wordAtTime(words, end - ROUNDING_SECONDS))
  const ranges = new Map<number, TextRange>()
  for (let word = first; word <= last && word < words.count; word++) {
    const paragraph = words.paragraph[word] ?? 0
    const from = ranges.get(paragraph)?.from ?? words.from[word] ?? 0
    ranges.set(paragraph, { paragraph, from, to: words.to[word] ?? 0 })
  }
  return [...ranges.values()]
}

/** The word that begins closest to the second. */
function nearestWord(words: WordIndex, seconds: number): number {
  const before = Math.max(0, wordAtTime(words, seconds))
  const distance = (word: number) => Math.abs((words.start[word] ?? Infinity) - seconds)
  return distance(before + 1) < distance(before) ? before + 1 : before
}
