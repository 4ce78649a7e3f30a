import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import { voiceTexts } from '@doslovno/texts/editing.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import type { EditingSlots, Stretch } from '#lib/file-page/editing-slots.ts'
import type { Playback } from '#lib/file-page/playback.ts'
import { showToast } from '#ui/toast.ts'

import { ParagraphField } from './paragraph-field.tsx'
import { type Left, locate, type WritePlace } from './use-leaving.ts'
import { giveTo, voicesOf } from './voices.ts'

/** The open paragraph, and the paragraph that keeps the focus after a change. */
export function useWriting(
  editor: Editor,
  playback: Playback,
  onCorrected: (corrections: readonly Correction[]) => void,
) {
  const key = useEditorState(editor, (state) => state.opened?.key)
  const [place, setPlace] = useState<{ paragraph: number; selected: Stretch | undefined }>()
  const stayAt = useStaying(editor, playback)
  const onEdit = useCallback<EditingSlots['onEdit']>(
    (paragraph, selected) => {
      const range = paragraphRanges(editor.getState().shown.segments)[paragraph]
      if (!range) return
      editor.open(range)
      setPlace({ paragraph, selected })
    },
    [editor],
  )
  const writeOn = (next: WritePlace) => {
    const found = locate(editor.getState().shown, next)
    if (found) onEdit(found.paragraph, { from: found.caret, to: found.caret })
  }
  const onLeft = ({ corrections, isByKey, at, next }: Left) => {
    onCorrected(corrections)
    if (next) writeOn(next)
    else if (isByKey) stayAt(at)
  }
  const isWriting = key !== undefined && place !== undefined
  return {
    onEdit,
    onVoice: useVoiceKey(editor, stayAt),
    openParagraph: isWriting ? place.paragraph : undefined,
    field: isWriting && <ParagraphField key={key} {...{ editor, playback, onLeft }} {...place} />,
  }
}

/** Gives a paragraph to a speaker by number. */
function useVoiceKey(editor: Editor, stayAt: (segment: number) => void): EditingSlots['onVoice'] {
  return useCallback(
    (paragraph, number) => {
      const { transcript, shown } = editor.getState()
      const range = paragraphRanges(shown.segments)[paragraph]
      const speaker = voicesOf(transcript)[number - 1]
      const operations = range && speaker !== undefined ? giveTo(transcript, range, 'phrase', { speaker }) : []
      if (!range || speaker === undefined || operations.length === 0 || !editor.perform(operations)) return
      stayAt(range.at)
      showToast(voiceTexts.given(speakerName({ speakerNames: transcript.speakers }, speaker)))
    },
    [editor, stayAt],
  )
}

/** Returns the focus to the paragraph with a segment, once it is rendered again. */
function useStaying(editor: Editor, playback: Playback): (segment: number) => void {
  const isOpen = useEditorState(editor, (state) => state.opened !== undefined)
  const shown = useEditorState(editor, (state) => state.shown)
  const left = useRef<number>(undefined)
  const stay = useEffectEvent(() => {
    const found = left.current !== undefined && locate(shown, { segment: left.current, offset: 0 })
    if (found) playback.focus(found.paragraph)
    left.current = undefined
  })
  useEffect(() => {
    if (!isOpen) stay()
  }, [isOpen, shown])
  return useCallback((segment) => {
    left.current = segment
  }, [])
}
