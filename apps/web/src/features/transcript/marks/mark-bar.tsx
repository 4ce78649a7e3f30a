import { bareText } from '@doslovno/domain/vocabulary/marks.ts'
import { markTexts } from '@doslovno/texts/marks.ts'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useLayoutEffect, useState } from 'react'

import { paragraphIn, paragraphOf, type TextRange } from '#features/transcript/reader/highlights.ts'
import { offsetAt } from '#features/transcript/reader/transcript-sync.ts'
import { replacedRange } from '#features/transcript/reader/use-word-marks.ts'
import type { Transcript } from '#features/transcript/use-transcript.ts'
import type { MarkActions, ParagraphMark } from '#lib/file-page/marks.ts'
import { useWindowKeys } from '#lib/keys/use-window-keys.ts'
import { SMALL_SCREEN } from '#ui/screens.ts'

import ink from '#features/transcript/ink-bar.module.css'
import classes from './mark-bar.module.css'

const MARGIN = 6

type Props = {
  bar: RefObject<HTMLDivElement | null>
  root: RefObject<HTMLElement | null>
  range: TextRange
  mark: ParagraphMark
  heard: string
  actions: MarkActions
  onStay: () => void
  onLeave: () => void
  /** Escape, or the keyboard went on. */
  onClose: () => void
  /** An action changed the text. */
  onDone: () => void
}

/** Shows the words heard in place of a replaced one, and takes it back. */
export function MarkBar({ bar, root, range, mark, heard, actions, onStay, onLeave, onClose, onDone }: Props) {
  usePlaceAt(bar, root, range)
  const [forms, setForms] = useState<readonly string[]>()
  useWindowKeys((event) => {
    if (event.key === 'Escape' || leavesByTab(event, bar.current)) onClose()
  })

  const act = (change: () => void) => () => {
    onDone()
    change()
  }
  const showForms = async () => setForms(forms ? undefined : await actions.formsOf(mark))
  return (
    // The pointer and the focus keep it open.
    <div
      ref={bar}
      className={`${ink.bar} ${classes.bar} no-print`}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      onFocus={onStay}
      onBlur={onLeave}
    >
      <div className={classes.content} role="dialog" aria-label={markTexts.label}>
        <span className={classes.heard}>{markTexts.heard(bareText(heard))}</span>
        <button type="button" onClick={act(() => actions.undo(mark))}>
          {markTexts.undo}
        </button>
        <button type="button" aria-expanded={forms !== undefined} onClick={() => void showForms()}>
          {markTexts.form} <ChevronDown size={15} aria-hidden />
        </button>
        <button type="button" onClick={act(() => actions.never(mark))}>
          {markTexts.never}
        </button>
        {forms && <Forms forms={forms} onChoose={(form) => act(() => actions.reform(mark, form))()} />}
      </div>
    </div>
  )
}

function Forms({ forms, onChoose }: { forms: readonly string[]; onChoose: (form: string) => void }) {
  if (forms.length === 0)
    return (
      <p className={classes.none} role="status">
        {markTexts.noForms}
      </p>
    )
  return (
    <div className={classes.forms} role="group" aria-label={markTexts.forms}>
      {forms.map((form) => (
        <button key={form} type="button" onClick={() => onChoose(form)}>
          {form}
        </button>
      ))}
    </div>
  )
}

/** Above the word, or below it where there is no room; on a small screen the stylesheet puts it over the player. */
function usePlaceAt(bar: Props['bar'], root: Props['root'], range: TextRange) {
  useLayoutEffect(() => {
    const element = bar.current
    const [word] = root.current ? rectsOf(root.current, range) : []
    if (!element || !word || window.matchMedia(SMALL_SCREEN).matches) return
    const { offsetWidth, offsetHeight } = element
    const farthest = document.documentElement.clientWidth - offsetWidth - MARGIN
    const hasRoom = word.top > 2 * offsetHeight + MARGIN
    const top = hasRoom ? word.top - offsetHeight - MARGIN : word.bottom + MARGIN
    element.style.setProperty('left', `${Math.max(MARGIN, Math.min(word.left, farthest)) + window.scrollX}px`)
    element.style.setProperty('top', `${top + window.scrollY}px`)
  })
}

/** Whether Tab would leave the bar, which stands elsewhere in the page than its word. */
function leavesByTab(event: KeyboardEvent, bar: Element | null): boolean {
  const buttons = [...(bar?.querySelectorAll('button') ?? [])]
  const last = event.shiftKey ? buttons[0] : buttons.at(-1)
  const leaves = event.key === 'Tab' && last !== undefined && document.activeElement === last
  if (leaves) event.preventDefault()
  return leaves
}

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
function rectsOf(root: Element, { paragraph, from, to }: TextRange): DOMRect[] {
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
