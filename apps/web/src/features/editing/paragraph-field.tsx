import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { fieldTexts } from '@doslovno/texts/editing.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

import type { Editor } from './editor.ts'
import { FieldTools, type Panel } from './field-tools.tsx'
import type { Playback } from './playback.ts'
import { textOf } from './resolution.ts'
import { restoreParagraph } from './restore-paragraph.ts'
import { giveTo, splitFor, wordsBefore } from './voices.ts'

import classes from './editing.module.css'

/** More than anybody writes into one paragraph, less than the server takes at once. */
const MOST_NEW_LETTERS = 10_000

/** `isByKey`: whoever did not just go elsewhere stays at the paragraph. `at`: its first segment. */
export type Left = { corrections: readonly Correction[]; isByKey: boolean; at: number }

type Props = {
  editor: Editor
  /** Where in the text the writing begins; at its end if nowhere. */
  caret: number | undefined
  playback: Playback
  onLeft: (left: Left) => void
}

/** A paragraph that is being written in. Enter and leaving save, Escape cancels; the player waits while somebody types. */
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
    // Somebody may be writing in another paragraph by now.
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
      // The panels stand elsewhere on the page, but their focus is told here: it is the same field.
      onFocus={() => clearTimeout(leaving.current)}
      onBlur={() => {
        // Who looks something up in another window comes back to the field.
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
          maxLength={text.length + MOST_NEW_LETTERS}
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

/** Puts something off until no button is pressed: a page that moves under a pointer is clicked in the wrong place. */
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
