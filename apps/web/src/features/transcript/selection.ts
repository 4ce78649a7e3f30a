import { paragraphOf } from './text-places.ts'
import { wordAtOffset, type WordIndex } from './word-index.ts'

/** Selected words, the second they begin at, and where on the page they stand. */
export type Picked = { text: string; seconds: number; x: number; top: number; bottom: number }

/** What is selected in the text; undefined when nothing is, or something else. */
export function readSelection(root: Element, words: WordIndex): Picked | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const paragraph = root.contains(range.startContainer) ? paragraphOf(range.startContainer) : undefined
  const text = textOf(range)
  if (paragraph === undefined || text === '') return undefined
  // Who starts at a name or a time means the words that follow it.
  const offset = isInText(range.startContainer) ? range.startOffset : 0
  const { left, width, top, bottom } = range.getBoundingClientRect()
  return {
    text,
    seconds: words.start[wordAtOffset(words, paragraph, offset)] ?? 0,
    x: left + width / 2 + window.scrollX,
    top: top + window.scrollY,
    bottom: bottom + window.scrollY,
  }
}

/** The words alone: names and times between them were not said. */
function textOf(range: Range): string {
  const paragraphs = [...range.cloneContents().querySelectorAll('[data-text]')]
  const text = paragraphs.length > 0 ? paragraphs.map(({ textContent }) => textContent).join(' ') : range.toString()
  return isInText(range.commonAncestorContainer) || paragraphs.length > 0 ? text.replaceAll(/\s+/g, ' ').trim() : ''
}

function isInText(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('[data-text]') !== null
}
