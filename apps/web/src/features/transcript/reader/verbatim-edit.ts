import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { textViewTexts } from '@doslovno/texts/voices.ts'

import type { Reading } from '#features/transcript/use-reading.ts'
import type { EditingSlots, Stretch } from '#lib/file-page/editing-slots.ts'
import { showToast } from '#ui/toast.ts'

import { wordAround } from './word-around.ts'
import { indexWords, wordAtOffset, wordAtTime } from './word-index.ts'

/** A clean text is not edited: the same word opens in the verbatim text. */
export function verbatimEdit(
  { textView, transcript: { words } }: Reading,
  segments: readonly Segment[],
  editing: EditingSlots | undefined,
): Pick<EditingSlots, 'onEdit' | 'onVoice'> | undefined {
  if (!editing || textView.view === 'verbatim') return editing
  const onEdit: EditingSlots['onEdit'] = (paragraph, selected) => {
    const seconds = words.start[wordAtOffset(words, paragraph, selected?.from ?? 0)] ?? 0
    textView.choose('verbatim')
    editing.onEdit(paragraph, wordAt(toParagraphs(segments)[paragraph], seconds) ?? selected)
    showToast(textViewTexts.editing)
  }
  return { onEdit, onVoice: editing.onVoice }
}

/** The word that begins at the second; undefined in a paragraph without word times. */
function wordAt(paragraph: Paragraph | undefined, seconds: number): Stretch | undefined {
  if (!paragraph || paragraph.words.length === 0) return undefined
  const words = indexWords([paragraph])
  const word = wordAtTime(words, seconds)
  return wordAround(paragraph.text, Math.floor(((words.from[word] ?? 0) + (words.to[word] ?? 0)) / 2))
}
