import { paragraphIn, paragraphOf, type TextRange } from '#features/transcript/reader/highlights.ts'
import { offsetAt } from '#features/transcript/reader/transcript-sync.ts'
import { replacedRange } from '#features/transcript/reader/use-word-marks.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'

type Marked = Pick<Transcript, 'paragraphs' | 'words'>

/** The first word of the replacement under the pointer. */
export function markAt(event: MouseEvent, root: Element, { paragraphs, words }: Marked): number | undefined {
  const { target, clientX, clientY } = event
  const paragraph = target instanceof Element ? paragraphOf(target.closest('[data-text]')) : undefined
  const offset = paragraph === undefined ? undefined : offsetAt(event)
  if (offset === undefined) return undefined
  return words.replaced.find((word) => {
    if (words.paragraph[word] !== paragraph) return false
    const range = replacedRange(paragraphs, words, word)
    // The nearest offset may be far from the pointer, such as at the end of a line.
    return range.from <= offset && offset <= range.to && isOver(rectsOf(root, range), clientX, clientY)
  })
}

/** Where a range is in the window, a rectangle per line. */
export function rectsOf(root: Element, { paragraph, from, to }: TextRange): DOMRect[] {
  const text = paragraphIn(root, paragraph)?.text
  if (!text || to > text.length) return []
  const range = new Range()
  range.setStart(text, from)
  range.setEnd(text, to)
  return [...range.getClientRects()]
}

function isOver(rects: readonly DOMRect[], x: number, y: number): boolean {
  return rects.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom)
}
