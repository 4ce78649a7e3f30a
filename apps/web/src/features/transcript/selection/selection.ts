import { paragraphOf } from '#features/transcript/reader/highlights.ts'
import { wordAtOffset, type WordIndex } from '#features/transcript/reader/word-index.ts'

/** Selected words, the second they begin at, and their position in the window. */
export type Picked = { text: string; seconds: number; x: number; top: number; bottom: number }

/** Reads the selection; undefined if it is empty or outside the text. */
export function readSelection(root: Element, words: WordIndex): Picked | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const paragraph = root.contains(range.startContainer) ? paragraphOf(range.startContainer) : undefined
  const text = textOf(range)
  if (paragraph === undefined || text === '') return undefined
  // A selection that starts at a name or a time means the words after it.
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

/** The words alone, without the names and times between them. */
function textOf(range: Range): string {
  const paragraphs = [...range.cloneContents().querySelectorAll('[data-text]')]
  const text = paragraphs.length > 0 ? paragraphs.map(({ textContent }) => textContent).join(' ') : range.toString()
  return isInText(range.commonAncestorContainer) || paragraphs.length > 0 ? text.replaceAll(/\s+/g, ' ').trim() : ''
}

function isInText(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('[data-text]') !== null
}
