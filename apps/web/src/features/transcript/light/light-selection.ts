import { fileMenuTexts, selectionTexts } from '@doslovno/texts/file-page.ts'

import { quoteOf } from '#features/transcript/selection/quote.ts'
import { type Picked, readSelection } from '#features/transcript/selection/selection.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'
import { writeMoment } from '#lib/file-page/link-moment.ts'

import { element } from './element.ts'

const SETTLED_MS = 200

type Options = {
  root: Element
  transcript: Transcript
  say: (text: string) => void
  /** Absent without a recording. */
  onListen: ((seconds: number) => void) | undefined
  signal: AbortSignal
}

/** Actions on the selected words, as on the full page: quote, links, listen. */
export function selectionBar({ root, transcript, say, onListen, signal }: Options): HTMLElement {
  let picked: Picked | undefined
  const action = (label: string, act: (picked: Picked) => void) => {
    const button = element('button', { type: 'button' }, label)
    // The press must not clear the selection.
    button.addEventListener('mousedown', (event) => event.preventDefault())
    button.addEventListener('click', () => picked && act(picked))
    return button
  }
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      say(done)
    } catch {
      say(fileMenuTexts.copyFailed)
    }
  }
  const copyLink = (moment: string) => copy(`${location.origin}${location.pathname}?t=${moment}`, selectionTexts.linked)
  const bar = element(
    'div',
    { class: 'lr-selection', role: 'group', 'aria-label': selectionTexts.label, hidden: true },
    action(selectionTexts.quote, ({ ranges }) => void copy(quoteOf(ranges, transcript), selectionTexts.quoted)),
    action(selectionTexts.link, ({ span }) => void copyLink(writeMoment(span.start))),
    action(selectionTexts.fragment, ({ span }) => void copyLink(writeMoment(span.start, span.end))),
    ...(onListen ? [action(selectionTexts.listen, ({ span }) => onListen(span.start))] : []),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const read = () => {
    picked = readSelection(root, transcript)
    bar.hidden = !picked
  }
  const readSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(read, SETTLED_MS)
  }
  document.addEventListener('selectionchange', readSoon, { signal })
  return bar
}
