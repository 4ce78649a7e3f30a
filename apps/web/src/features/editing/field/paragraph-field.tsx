import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { fieldTexts } from '@doslovno/texts/editing.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { textOf } from '#features/editing/text/resolution.ts'
import type { Playback } from '#lib/file-page/playback.ts'

import { FieldTools, type Panel } from './field-tools.tsx'
import { restoreParagraph } from './restore-paragraph.ts'
import { giveTo, splitFor, wordsBefore } from './voices.ts'

import classes from '#features/editing/editing.module.css'

/** More than anybody types into one paragraph, less than the server accepts at once. */
const MAX_NEW_CHARACTERS = 10_000

/** `isByKey`: closed by a key, so the focus stays at the paragraph. `at`: its first segment. */
export type Left = { corrections: readonly Correction[]; isByKey: boolean; at: number }

type Props = {
  editor: Editor
  /** Offset of the caret; the end of the text if undefined. */
  caret: number | undefined
  playback: Playback
  onLeft: (left: Left) => void
}

/** A paragraph being edited. Enter and blur save, Escape cancels; the player pauses while the user types. */
export function ParagraphField({ editor, caret, playback, onLeft }: Props) {
  const [text] = useState(() => openedText(editor))
  const [key] = useState(() => editor.getState().opened?.key)
  const [panel, setPanel] = useState<Panel>()
  const help = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const untilReleased = usePress()
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    input.current?.setSelectionRange(caret ?? text.length, caret ?? text.length)
  }, [caret, text])

  const leave = (end: () => readonly Correction[], isByKey = true) => {
    clearTimeout(leaving.current)
    const { opened } = editor.getState()
    // Another paragraph may be open by now.
    if (opened?.key !== key) return
    onLeft({ corrections: end(), isByKey, at: opened?.at ?? 0 })
    playback.resume()
  }
  const save = () => leave(() => editor.close())
  const cancel = () => leave(() => (editor.cancel(), []))
  const words = () => wordsBefore(input.current?.value ?? '', input.current?.selectionStart ?? 0)

  const showPanel = (next: Panel) => {
    setPanel(next)
    if (!next) input.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
    if (isEnter && event.shiftKey) setPanel('split')
    else if (isEnter) save()
    else if (event.key === 'Escape' && panel) showPanel(undefined)
    else if (event.key === 'Escape') cancel()
    else if (event.code === 'Space' && event.ctrlKey) playback.toggle()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={classes.field}
      // React bubbles the focus of the panels, which are portals, to this field.
      onFocus={() => clearTimeout(leaving.current)}
      onBlur={() => {
        // Switching windows saves the draft but keeps the field open.
        if (!document.hasFocus()) return editor.flush()
        leaving.current = setTimeout(() => untilReleased(() => leave(() => editor.close(), false)))
      }}
    >
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
        onAssign={(scope, voice) => leave(() => editor.close((now, range) => giveTo(now, range, scope, voice)))}
        onSplit={(voice) => {
          const before = words()
          leave(() => editor.close((now, range) => splitFor(now, range, before, voice)))
        }}
        onRestore={() => leave(() => (void restoreParagraph(editor), []))}
        onCancel={cancel}
        onSave={save}
      />
    </div>
  )
}

/** Defers an action until no button is pressed: a layout shift under the pointer would misplace the click. */
function usePress() {
  const isPressed = useRef(false)
  useEffect(() => {
    const life = new AbortController()
    const options = { capture: true, signal: life.signal }
    window.addEventListener('pointerdown', () => (isPressed.current = true), options)
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, () => (isPressed.current = false), options)
    return () => life.abort()
  }, [])
  return (act: () => void) => {
    if (isPressed.current) window.addEventListener('pointerup', () => setTimeout(act), { once: true })
    else act()
  }
}

function openedText(editor: Editor): string {
  const { transcript, opened = { at: 0, count: 0 } } = editor.getState()
  return textOf(transcript.segments.slice(opened.at, opened.at + opened.count))
}
