import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Range } from '@doslovno/domain/transcript/segments.ts'

/** A place to write on: an offset in the text that begins with a segment. */
export type WritePlace = { segment: number; offset: number }

/**
 * The place in the next or previous visible paragraph, told from the segments of this one, which may change when it is
 * saved; undefined at the ends of the text.
 */
export function neighbourOf(
  { segments }: Transcript,
  paragraph: number,
  by: -1 | 1,
  isHidden: (paragraph: number) => boolean,
): ((own: Range) => WritePlace) | undefined {
  const ranges = paragraphRanges(segments)
  let next = paragraph + by
  while (ranges[next] && isHidden(next)) next += by
  const [here, there] = [ranges[paragraph], ranges[next]]
  if (!here || !there) return undefined
  const after = there.at - here.at - here.count
  const before = here.at - there.at - there.count + 1
  return ({ at, count }) =>
    by > 0 ? { segment: at + count + after, offset: 0 } : { segment: at - before, offset: Infinity }
}

/** The paragraph at a place, and the offset of the place in its text. */
export function locate(
  { segments }: Transcript,
  { segment, offset }: WritePlace,
): { paragraph: number; range: Range; caret: number } | undefined {
  const ranges = paragraphRanges(segments)
  const paragraph = ranges.findLastIndex(({ at }) => at <= segment)
  const range = ranges[paragraph]
  if (!range) return undefined
  const before = segments.slice(range.at, segment).reduce((sum, { text }) => sum + text.length + 1, 0)
  const own = segments.slice(segment, range.at + range.count).map(({ text }) => text)
  return { paragraph, range, caret: before + Math.min(offset, own.join(' ').length) }
}
