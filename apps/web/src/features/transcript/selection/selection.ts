import type { Span } from '@doslovno/domain/span.ts'

import type { TextRange } from '#features/transcript/reader/highlights.ts'
import { firstWordOf, wordAtOffset } from '#features/transcript/reader/word-index.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'

import { copyOf } from './quote.ts'

/** Selected words, when they are spoken, and their position in the window. */
export type Picked = { ranges: readonly TextRange[]; span: Span; x: number; top: number; bottom: number }

/** Reads the selection; undefined if it is empty or outside the text. */
export function readSelection(root: Element, transcript: Words): Picked | undefined {
  const range = selectedRange()
  const ranges = range ? selectedTexts(root, range) : []
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!range || !first || !last || !root.contains(range.startContainer)) return undefined
  const { left, width, top, bottom } = range.getBoundingClientRect()
  return {
    ranges,
    span: { start: startOf(first, transcript), end: endOf(last, transcript) },
    x: left + width / 2 + window.scrollX,
    top: top + window.scrollY,
    bottom: bottom + window.scrollY,
  }
}

type Words = Pick<Transcript, 'paragraphs' | 'words'>

function startOf({ paragraph, from }: TextRange, { words }: Words): number {
  return words.start[wordAtOffset(words, paragraph, from)] ?? 0
}

/** A paragraph without word times ends as a whole. */
function endOf({ paragraph, to }: TextRange, { paragraphs, words }: Words): number {
  const own = paragraphs[paragraph]
  const word = wordAtOffset(words, paragraph, to - 1) - firstWordOf(words, paragraph)
  return own?.words[word]?.end ?? own?.end ?? 0
}

function selectedRange(): Range | undefined {
  const selection = getSelection()
  return selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
}

/** The selected text of every visible paragraph, without the names and times between them. */
function selectedTexts(root: Element, range: Range): TextRange[] {
  return [...root.querySelectorAll<HTMLElement>('[data-paragraph]')].flatMap((element) => {
    const text = element.querySelector('[data-text]')?.firstChild
    if (element.hidden || !(text instanceof Text) || !range.intersectsNode(text)) return []
    const start = range.startContainer === text ? range.startOffset : 0
    const end = range.endContainer === text ? range.endOffset : text.length
    const selected = text.data.slice(start, end)
    const from = end - selected.trimStart().length
    const to = start + selected.trimEnd().length
    return to > from ? [{ paragraph: Number(element.dataset.paragraph), from, to }] : []
  })
}

/** Ctrl+C takes the words and the names, without initials, times and buttons between them. */
export function copyCleanly(event: ClipboardEvent, root: Element, transcript: Transcript) {
  const range = selectedRange()
  if (!range || !event.clipboardData || isField(document.activeElement)) return
  if (hasMore(range, root)) return
  const text = copyOf(selectedTexts(root, range), transcript, transcript.talks.length > 1)
  if (text === '') return
  event.clipboardData.setData('text/plain', text)
  event.preventDefault()
}

/** A field has a selection of its own. */
function isField(element: Element | null): boolean {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Whether a part of the text is selected together with other things; the whole page stands for the whole text. */
function hasMore(range: Range, root: Element): boolean {
  if (range.comparePoint(root, 0) === 0 && range.comparePoint(root, root.childNodes.length) === 0) return false
  const inside = range.cloneRange()
  if (!root.contains(range.startContainer)) inside.setStart(root, 0)
  if (!root.contains(range.endContainer)) inside.setEnd(root, root.childNodes.length)
  return range.toString().trim().length > inside.toString().trim().length
}
