import { UNSURE_BELOW } from '@doslovno/domain/editing/review.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

/** Links have tenths of seconds. */
const LINK_ROUNDING_SECONDS = 0.051

/** All words of a file in flat arrays: `start` in seconds, `from` and `to` as offsets in the paragraph. */
export type WordIndex = {
  count: number
  start: Float64Array
  from: Uint32Array
  to: Uint32Array
  paragraph: Uint32Array
  /** Words of low confidence. */
  unsure: readonly number[]
  /** First words of replacements by the vocabulary. */
  replaced: readonly number[]
  /** How many questions the vocabulary has. */
  questions: number
}

export function indexWords(paragraphs: readonly Paragraph[]): WordIndex {
  const count = paragraphs.reduce((sum, { words }) => sum + Math.max(1, words.length), 0)
  const index = {
    count,
    start: new Float64Array(count),
    from: new Uint32Array(count),
    to: new Uint32Array(count),
    paragraph: new Uint32Array(count),
  }
  const unsure: number[] = []
  const replaced: number[] = []
  let next = 0
  let questions = 0
  for (const [number, paragraph] of paragraphs.entries()) {
    questions += paragraph.words.filter(({ maybe }) => maybe).length
    for (const { start, from, to, confidence, heard } of positionsOf(paragraph)) {
      index.start[next] = start
      index.from[next] = from
      index.to[next] = to
      index.paragraph[next] = number
      if (confidence !== null && confidence < UNSURE_BELOW) unsure.push(next)
      if (heard) replaced.push(next)
      next += 1
    }
  }
  return { ...index, unsure, replaced, questions }
}

/** The last word that starts at or before the second, or -1. */
export function wordAtTime(words: WordIndex, seconds: number): number {
  return lastWhere(words.count, (word) => (words.start[word] ?? 0) <= seconds)
}

/** The start of the word that begins closest to the second, if a rounded link may mean it. */
export function snapToWord(words: WordIndex, seconds: number): number {
  const before = wordAtTime(words, seconds)
  const starts = [words.start[before], words.start[before + 1]].filter((start) => start !== undefined)
  const nearest = starts.toSorted((one, other) => Math.abs(one - seconds) - Math.abs(other - seconds))[0]
  return nearest !== undefined && Math.abs(nearest - seconds) <= LINK_ROUNDING_SECONDS ? nearest : seconds
}

/** The word of a paragraph at the offset, or -1. */
export function wordAtOffset(words: WordIndex, paragraph: number, offset: number): number {
  return lastWhere(words.count, (word) => {
    const at = words.paragraph[word] ?? 0
    return at < paragraph || (at === paragraph && (words.from[word] ?? 0) <= offset)
  })
}

/** The first word of a paragraph. */
export function firstWordOf(words: WordIndex, paragraph: number): number {
  return lastWhere(words.count, (word) => (words.paragraph[word] ?? 0) < paragraph) + 1
}

type WordPosition = { from: number; to: number } & Pick<Word, 'start' | 'confidence' | 'heard'>

/** A paragraph without word times is one long word: it can still be highlighted and clicked. */
function positionsOf({ words, text, start }: Paragraph): WordPosition[] {
  if (words.length === 0) return [{ start, from: 0, to: text.length, confidence: null }]
  let cursor = 0
  return words.map((word) => {
    const found = text.indexOf(word.text, cursor)
    const from = found < 0 ? cursor : found
    cursor = Math.min(from + word.text.length, text.length)
    return { start: word.start, from, to: cursor, confidence: word.confidence, heard: word.heard }
  })
}

/** The last index for which the predicate holds, or -1; binary search over `count` sorted items. */
function lastWhere(count: number, isTrue: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}
