import type { Segment, Range } from '#transcript/segments.ts'
import { splitWords, wordsOf } from '#transcript/spread-words.ts'

/** Narrows an edit of a paragraph to the segments that changed; undefined if none did. */
export function narrowEdit(
  segments: readonly Segment[],
  { at, count }: Range,
  text: string,
): (Range & { text: string }) | undefined {
  const own = segments.slice(at, at + count).map((segment) => wordsOf(segment).map((word) => word.text))
  const words = splitWords(text)
  const head = keptSegments(own, words)
  const rest = words.slice(lengthOf(own.slice(0, head)))
  const tail = keptSegments(own.slice(head).toReversed().map(reversed), reversed(rest))
  const written = rest.slice(0, rest.length - lengthOf(own.slice(own.length - tail)))
  if (head + tail < own.length) return { at: at + head, count: own.length - head - tail, text: written.join(' ') }
  if (written.length === 0) return undefined
  // Text between two segments joins the one before, at the very beginning the one after.
  const beside = Math.max(head - 1, 0)
  const home = own[beside] ?? []
  return { at: at + beside, count: 1, text: (head > 0 ? [...home, ...written] : [...written, ...home]).join(' ') }
}

/** The number of leading segments that the words repeat unchanged. */
function keptSegments(segments: readonly (readonly string[])[], words: readonly string[]): number {
  let passed = 0
  const changed = segments.findIndex((segment) => {
    const isKept = segment.every((word, index) => words[passed + index] === word)
    passed += segment.length
    return !isKept
  })
  return changed < 0 ? segments.length : changed
}

const lengthOf = (segments: readonly (readonly string[])[]) => segments.reduce((sum, { length }) => sum + length, 0)
const reversed = (words: readonly string[]) => words.toReversed()
