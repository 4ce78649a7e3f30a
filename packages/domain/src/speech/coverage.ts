import type { Span } from '#span.ts'
import { plainForm, type Word } from '#transcript/words.ts'

/** Recognisers time the ends of words roughly, so a word covers this much on both sides. */
const AROUND_WORD_SECONDS = 0.25
/** Less speech without words is a breath, a laugh or a badly timed word. */
const SHORTEST_GAP_SECONDS = 1
/** Words of the text around a gap that a second hearing may repeat. */
const MOST_REPEATED = 3

/** Stretches between words that hold at least a second of speech, without the silence at their ends. */
export function unwordedSpeech(speech: readonly Span[], words: readonly Span[]): Span[] {
  const gaps = [...words, { start: Infinity, end: Infinity }].map((word, index) => ({
    start: (words[index - 1]?.end ?? -Infinity) + AROUND_WORD_SECONDS,
    end: word.start - AROUND_WORD_SECONDS,
  }))
  return gaps.flatMap((gap) => {
    const spoken = overlapping(speech, gap)
    const seconds = spoken.reduce((sum, { start, end }) => sum + end - start, 0)
    return seconds < SHORTEST_GAP_SECONDS ? [] : [{ start: spoken[0]?.start ?? 0, end: spoken.at(-1)?.end ?? 0 }]
  })
}

/** The parts of spans inside another one. */
export function overlapping(spans: readonly Span[], { start, end }: Span): Span[] {
  return spans
    .map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) }))
    .filter((span) => span.end > span.start)
}

/** Adds the words of a second hearing of a gap, without those that repeat the words around it. */
export function fillGap(words: readonly Word[], heard: readonly Word[], gap: Span): Word[] {
  const isInside = ({ start, end }: Word) => (start + end) / 2 >= gap.start && (start + end) / 2 <= gap.end
  const inside = heard.filter(isInside)
  const before = words.filter(({ start }) => start < gap.start)
  const after = words.slice(before.length)
  const fresh = inside.slice(repeated(before, inside))
  return [...before, ...fresh.slice(0, fresh.length - repeated(fresh, after)), ...after]
}

/** How many of the last words of `left` are the first of `right`. */
function repeated(left: readonly Word[], right: readonly Word[]): number {
  const textOf = (words: readonly Word[]) => words.map(({ text }) => lettersOf(text)).join(' ')
  for (let count = Math.min(MOST_REPEATED, left.length, right.length); count > 0; count--)
    if (textOf(left.slice(-count)) === textOf(right.slice(0, count))) return count
  return 0
}

const lettersOf = (text: string) => plainForm(text).replace(/[^\p{L}\p{N}]+/gu, '')
