import type { Transcript } from '#features/transcript/use-transcript.ts'

import { copyOf } from './quote.ts'
import { selectedRange, selectedTexts } from './selection.ts'

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
