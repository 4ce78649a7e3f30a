import { fieldTexts } from '@doslovno/texts/editing.ts'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { textOf } from '#features/editing/text/resolution.ts'
import type { Stretch } from '#lib/file-page/editing-slots.ts'

import { type Caret, type FieldAction, fieldAction } from './field-keys.ts'
import { FieldTools, type Panel } from './field-tools.tsx'
import { type LeavingOptions, useLeaving } from './use-leaving.ts'
import { giveTo, splitFor, wordsBefore } from './voices.ts'

import classes from '#features/editing/editing.module.css'

/** More than anybody types into one paragraph, less than the server accepts at once. */
const MAX_NEW_CHARACTERS = 10_000

type Props = LeavingOptions & {
  /** The first selection; the caret is at the end if undefined. */
  selected: Stretch | undefined
}

/** A paragraph being edited. Enter and blur save, Escape cancels; the player pauses while the user types. */
export function ParagraphField(props: Props) {
  const { editor, selected, playback } = props
  const [text] = useState(() => openedText(editor))
  const [panel, setPanel] = useState<Panel>()
  const help = useId()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLTextAreaElement>(null)
  const typedAt = useRef<number>(undefined)
  const leaving = useLeaving(props)
  const { save, cancel } = leaving
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(selected?.from ?? text.length, selected?.to ?? text.length)
    if (field.current) keepInView(field.current)
  }, [selected, text])

  const showPanel = (next: Panel) => {
    setPanel(next)
    if (!next) input.current?.focus()
  }
  const act = (action: FieldAction, caret: Caret) => {
    switch (action.name) {
      case 'save':
        return save()
      case 'cancel':
        return panel ? showPanel(undefined) : cancel()
      case 'split':
        return setPanel('split')
      case 'listen':
        return playback.toggle()
      case 'join':
        return leaving.join()
      case 'cross':
        return leaving.cross(action.by)
      case 'voice':
        return leaving.give(action.number, caret)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const caret = caretOf(input, typedAt.current)
    const action = fieldAction(event.nativeEvent, caret)
    if (!action) return
    event.stopPropagation()
    if (act(action, caret) !== false) event.preventDefault()
  }
  return (
    <div ref={field} className={classes.field} onFocus={leaving.onFocus} onBlur={leaving.onBlur}>
      <div className={classes.grow} data-value={text}>
        <textarea
          ref={input}
          className={classes.input}
          aria-label={fieldTexts.label}
          aria-describedby={help}
          rows={1}
          maxLength={text.length + MAX_NEW_CHARACTERS}
          defaultValue={text}
          onKeyDown={onKeyDown}
          onInput={({ currentTarget }) => {
            typedAt.current = currentTarget.selectionStart
            currentTarget.parentElement?.setAttribute('data-value', currentTarget.value)
            editor.write(currentTarget.value)
            playback.pause()
          }}
        />
      </div>
      <span id={help} hidden>
        {fieldTexts.help}
      </span>
      <FieldTools
        transcript={editor.getState().transcript}
        range={editor.getState().opened}
        panel={panel}
        onPanel={showPanel}
        onAssign={(scope, voice) => leaving.change((now, range) => giveTo(now, range, scope, voice))}
        onSplit={(voice) => {
          const { text: written, from } = caretOf(input, undefined)
          const before = wordsBefore(written, from)
          leaving.change((now, range) => splitFor(now, range, before, voice))
        }}
        onRestore={leaving.restore}
        onCancel={cancel}
        onSave={save}
      />
    </div>
  )
}

/** The text with its selection, and whether the caret stands where it was after the last input. */
function caretOf({ current: input }: RefObject<HTMLTextAreaElement | null>, typedAt: number | undefined): Caret {
  const [from, to] = [input?.selectionStart ?? 0, input?.selectionEnd ?? 0]
  return {
    text: input?.value ?? '',
    from,
    to,
    isTyping: from === typedAt,
    isInLine: (edge) => input !== null && isInLine(input, edge),
  }
}

/** A field that fits is shown whole; a long one keeps its place, and its tools stick to the window. */
function keepInView(field: HTMLElement) {
  if (field.offsetHeight < window.innerHeight / 2) field.scrollIntoView({ block: 'nearest' })
}

function openedText(editor: Editor): string {
  const { transcript, opened = { at: 0, count: 0 } } = editor.getState()
  return textOf(transcript.segments.slice(opened.at, opened.at + opened.count))
}

/** Whether the caret of a field is in the first or the last line of its text, as wrapped on the screen. */
function isInLine(field: HTMLTextAreaElement, edge: 'first' | 'last'): boolean {
  const { value, selectionStart } = field
  const copy = copyOf(field)
  const text = copy.firstChild as Text // made from a string
  const here = topOf(text, selectionStart)
  const there = topOf(text, edge === 'first' ? 0 : value.length)
  copy.remove()
  return Math.abs(here - there) < 1
}

/** A field does not tell where its lines are: an invisible copy does. */
function copyOf(field: HTMLTextAreaElement): HTMLElement {
  const copy = document.createElement('div')
  const { font, letterSpacing, padding } = getComputedStyle(field)
  Object.assign(copy.style, {
    position: 'absolute',
    visibility: 'hidden',
    boxSizing: 'border-box',
    width: `${field.offsetWidth}px`,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    font,
    letterSpacing,
    padding,
  })
  // The last position has a character too.
  copy.textContent = `${field.value}\u200b`
  field.after(copy)
  return copy
}

function topOf(text: Text, offset: number): number {
  const range = document.createRange()
  range.setStart(text, offset)
  range.setEnd(text, offset + 1)
  return range.getBoundingClientRect().top
}
