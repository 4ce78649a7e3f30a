import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Range } from '@doslovno/domain/transcript/segments.ts'
import { editingTexts, fieldTexts } from '@doslovno/texts/editing.ts'
import { useEffect, useRef, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import type { Playback } from '#lib/file-page/playback.ts'
import { showToast } from '#ui/toast.ts'

import type { Caret } from './field-keys.ts'
import { giveTo, joinBefore, voicesOf } from './voices.ts'

/**
 * `isByKey`: closed by a key, so the focus stays at the paragraph. `at`: its first segment. `next`: where the user
 * writes on.
 */
export type Left = { corrections: readonly Correction[]; isByKey: boolean; at: number; next?: WritePlace }

export type LeavingOptions = {
  editor: Editor
  /** The number of the paragraph in the text. */
  paragraph: number
  playback: Playback
  onLeft: (left: Left) => void
}

type Change = (transcript: Transcript, range: Range) => readonly Operation[]
type PlaceOf = (own: Range) => WritePlace
type How = { isByKey?: boolean; next?: () => WritePlace; isPaused?: boolean }

/** All ways out of an open paragraph. */
export function useLeaving({ editor, paragraph, playback, onLeft }: LeavingOptions) {
  const [key] = useState(() => editor.getState().opened?.key)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const untilReleased = usePress()

  const leave = (end: () => readonly Correction[], { isByKey = true, next, isPaused = false }: How = {}) => {
    clearTimeout(timer.current)
    const { opened } = editor.getState()
    // Another paragraph may be open by now.
    if (opened?.key !== key) return
    const left = { corrections: end(), isByKey, at: opened?.at ?? 0 }
    onLeft(next ? { ...left, next: next() } : left)
    if (!isPaused) playback.resume()
  }
  /** Saves, and writes on at a place that is told from the saved segments. */
  const goOn = (placeOf: PlaceOf, isPaused: boolean, change: Change = () => []) => {
    let own = { at: editor.getState().opened?.at ?? 0, count: 0 }
    const close = () =>
      editor.close((now, range) => {
        own = range
        return change(now, range)
      })
    leave(close, { isByKey: false, next: () => placeOf(own), isPaused })
  }
  return {
    save: () => leave(() => editor.close()),
    /** Saves and changes the saved paragraph. */
    change: (change: Change) => leave(() => editor.close(change)),
    cancel: () => leave(() => (editor.cancel(), [])),
    restore: () => leave(() => (void restoreParagraph(editor), [])),
    /** False at the ends of the text. */
    cross: (by: -1 | 1): boolean => {
      const placeOf = neighbourOf(editor.getState().shown, paragraph, by, playback.isHidden)
      if (placeOf) goOn(placeOf, false)
      return placeOf !== undefined
    },
    join: () => {
      const { transcript, opened } = editor.getState()
      if (!opened || opened.at === 0 || playback.isHidden(paragraph - 1)) return
      if (!joinBefore(transcript, opened)) return showToast(fieldTexts.apart, 3000)
      goOn(({ at }) => ({ segment: at, offset: 0 }), true, (now, range) => joinBefore(now, range) ?? []) // prettier-ignore
    },
    /** Gives the paragraph to a speaker by number; the user writes on. */
    give: (number: number, { text, from }: Caret) => {
      const speaker = voicesOf(editor.getState().transcript)[number - 1]
      if (speaker === undefined) return
      const offset = savedOffset(text, from)
      goOn(
        ({ at }) => ({ segment: at, offset }),
        true,
        (now, range) => giveTo(now, range, 'phrase', { speaker }),
      )
    },
    // React bubbles the focus of the panels, which are portals, to the field.
    onFocus: () => clearTimeout(timer.current),
    onBlur: () => {
      // Switching windows saves the draft but keeps the field open.
      if (!document.hasFocus()) return editor.flush()
      timer.current = setTimeout(() => untilReleased(() => leave(() => editor.close(), { isByKey: false })))
    },
  }
}

/** A saved text has single spaces and none at its ends. */
function savedOffset(text: string, offset: number): number {
  return text.slice(0, offset).trimStart().replace(/\s+/gu, ' ').length
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

/** Restores the recognised text of the open paragraph and closes it. */
async function restoreParagraph(editor: Editor): Promise<void> {
  const range = editor.cancel()
  if (!range) return
  try {
    const isRestored = await editor.restore(range)
    if (!isRestored) showToast(editingTexts.nothingChanged, 3000)
  } catch {
    showToast(editingTexts.failed, 3000)
  }
}

/** A place to write on: an offset in the text that begins with a segment. */
export type WritePlace = { segment: number; offset: number }

/**
 * The place in the next or previous visible paragraph, told from the segments of this one, which may change when it is
 * saved; undefined at the ends of the text.
 */
function neighbourOf(
  { segments }: Transcript,
  paragraph: number,
  by: -1 | 1,
  isHidden: (paragraph: number) => boolean,
): ((own: Range) => WritePlace) | undefined {
  const ranges = paragraphRanges(segments)
  let next = paragraph + by
  while (ranges[next] && isHidden(next)) next += by
  const [here, there] = [ranges[paragraph], ranges[next]]
  if (!here || !there) return undefined
  const after = there.at - here.at - here.count
  const before = here.at - there.at - there.count + 1
  return ({ at, count }) =>
    by > 0 ? { segment: at + count + after, offset: 0 } : { segment: at - before, offset: Infinity }
}

/** The paragraph at a place, and the offset of the place in its text. */
export function locate(
  { segments }: Transcript,
  { segment, offset }: WritePlace,
): { paragraph: number; range: Range; caret: number } | undefined {
  const ranges = paragraphRanges(segments)
  const paragraph = ranges.findLastIndex(({ at }) => at <= segment)
  const range = ranges[paragraph]
  if (!range) return undefined
  const before = segments.slice(range.at, segment).reduce((sum, { text }) => sum + text.length + 1, 0)
  const own = segments.slice(segment, range.at + range.count).map(({ text }) => text)
  return { paragraph, range, caret: before + Math.min(offset, own.join(' ').length) }
}
