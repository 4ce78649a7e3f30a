import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

/** All words of a file in flat arrays: starts in seconds, `from` and `to` as offsets in the paragraph's text. */
export type WordIndex = {
  count: number
  start: Float64Array
  from: Uint32Array
  to: Uint32Array
  paragraph: Uint32Array
}

type Place = { start: number; from: number; to: number; paragraph: number }

export function indexWords(paragraphs: readonly Paragraph[]): WordIndex {
  const places = paragraphs.flatMap(placesOf)
  return {
    count: places.length,
    start: Float64Array.from(places, (place) => place.start),
    from: Uint32Array.from(places, (place) => place.from),
    to: Uint32Array.from(places, (place) => place.to),
    paragraph: Uint32Array.from(places, (place) => place.paragraph),
  }
}

/** The last word that starts at or before the second, or -1. */
export function wordAtTime(words: WordIndex, seconds: number): number {
  return lastThat(words.count, (word) => (words.start[word] ?? 0) <= seconds)
}

/** The word of a paragraph that stands at the offset in its text, or -1. */
export function wordAtOffset(words: WordIndex, paragraph: number, offset: number): number {
  return lastThat(words.count, (word) => {
    const at = words.paragraph[word] ?? 0
    return at < paragraph || (at === paragraph && (words.from[word] ?? 0) <= offset)
  })
}

/** A paragraph without word times is one long word: it still lights up and still can be clicked. */
function placesOf({ words, text, start }: Paragraph, paragraph: number): Place[] {
  if (words.length === 0) return [{ start, from: 0, to: text.length, paragraph }]
  let cursor = 0
  return words.map((word) => {
    const found = text.indexOf(word.text, cursor)
    const from = found < 0 ? cursor : found
    cursor = Math.min(from + word.text.length, text.length)
    return { start: word.start, from, to: cursor, paragraph }
  })
}

/** The last of `count` sorted things for which the question is still true, or -1. */
function lastThat(count: number, isTrue: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
}
