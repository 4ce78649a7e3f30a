import type { Segment } from '#transcript/segments.ts'

/** Room for corrections of a short recording, and for the longest one that is processed. */
const FEWEST_ITEMS = 20_000
const MOST_ITEMS = 250_000
/** Nobody says as many words a second. */
const ITEMS_PER_SECOND = 10
/** Letters of a word, counted in the segment's text and in its words. */
const LETTERS_PER_ITEM = 40

/**
 * Whether an edit makes a text longer than its recording can justify. A text that is already too long may still be
 * edited as long as it does not grow.
 */
export function growsTooLong(before: readonly Segment[], after: readonly Segment[], durationSeconds: number): boolean {
  const most = Math.min(MOST_ITEMS, FEWEST_ITEMS + ITEMS_PER_SECOND * durationSeconds)
  const [was, is] = [sizeOf(before), sizeOf(after)]
  return (is.items > most && is.items > was.items) || (is.letters > most * LETTERS_PER_ITEM && is.letters > was.letters)
}

/** Items are words and segments: an empty segment takes room too. */
function sizeOf(segments: readonly Segment[]): { items: number; letters: number } {
  let items = segments.length
  let letters = 0
  for (const { text, words } of segments) {
    items += words.length
    letters += text.length
    for (const word of words) letters += word.text.length + (word.heard?.length ?? 0) + (word.maybe?.text.length ?? 0)
  }
  return { items, letters }
}
