import type { Mark } from './review-queue.ts'

/** A sentence that may be corrected, and what is selected in it. */
export type Draft = Mark & { text: string }

const WORD = /[\p{L}\p{N}]+(?:[-’'][\p{L}\p{N}]+)*/gu

/** A word by its offsets, without the punctuation around it. */
export function bareMark(text: string, { from, to }: Mark): Mark {
  const inside = marksOf(text).filter((mark) => mark.from >= from && mark.to <= to)
  return { from: inside[0]?.from ?? from, to: inside.at(-1)?.to ?? to }
}

/**
 * Selects the neighbour of the selected word, or extends the selection to it. Undefined inside a word that is being
 * typed: there the caret moves by letters.
 */
export function stepWord({ text, from, to }: Draft, by: -1 | 1, isExtending: boolean): Mark | undefined {
  const words = marksOf(text)
  const isInside = ({ from: start, to: end }: Mark) => start < from && (by > 0 ? from < end : from <= end)
  if (from === to && words.some(isInside)) return undefined
  const next = by > 0 ? words.find((word) => word.from >= to) : words.findLast((word) => word.to <= from)
  if (!next) return { from, to }
  if (!isExtending) return next
  return { from: Math.min(from, next.from), to: Math.max(to, next.to) }
}

/** The selected word, if it is one word and nothing else. */
export function selectedWord({ text, from, to }: Draft): string | undefined {
  const isWord = marksOf(text).some((word) => word.from === from && word.to === to)
  return isWord ? text.slice(from, to) : undefined
}

/** Another word in place of the selected one. */
export function withWord({ text, from, to }: Draft, word: string): Draft {
  return { text: text.slice(0, from) + word + text.slice(to), from, to: from + word.length }
}

/** Words and what is between them, to be drawn. */
export function piecesOf(text: string): (Mark & { isWord: boolean })[] {
  const pieces: (Mark & { isWord: boolean })[] = []
  let end = 0
  for (const word of marksOf(text)) {
    if (word.from > end) pieces.push({ from: end, to: word.from, isWord: false })
    pieces.push({ ...word, isWord: true })
    end = word.to
  }
  return end < text.length ? [...pieces, { from: end, to: text.length, isWord: false }] : pieces
}

function marksOf(text: string): Mark[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }))
}
