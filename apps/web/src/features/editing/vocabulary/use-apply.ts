import { findTermPlaces, type TermPlace } from '@doslovno/contract/script-vocabulary.ts'
import type { FormPlace } from '@doslovno/domain/editing/find-forms.ts'
import { placeAt } from '@doslovno/domain/editing/replace.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import { termPatches } from '@doslovno/domain/vocabulary/marks.ts'
import { replaceTexts } from '@doslovno/texts/editing.ts'
import { applyTexts } from '@doslovno/texts/marks.ts'
import { useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { call } from '#lib/api/current.ts'
import { showToast } from '#ui/toast.ts'

import { answer } from './answer.ts'

/** A place in the text with the term that it sounds like. */
export type TermMatch = FormPlace & { term: TermPlace }

/** Looks for terms in a ready text and puts in those that the user chooses. */
export function useApply(editor: Editor, scriptId: string) {
  const [matches, setMatches] = useState<readonly TermMatch[]>()
  const open = async () => {
    editor.close()
    const found = await call(findTermPlaces, { params: { id: scriptId } }).catch(() => undefined)
    const inText = found?.places.flatMap((term) => matchOf(editor.getState().transcript.segments, term)) ?? []
    if (!found) showToast(applyTexts.failed, 3000)
    else if (inText.length === 0) showToast(applyTexts.nothing, 3000)
    else setMatches(inText)
  }
  const close = () => setMatches(undefined)
  const apply = (chosen: readonly TermMatch[]) => {
    close()
    const { segments } = editor.getState().transcript
    const terms = chosen.filter(({ term }) => matchOf(segments, term).length > 0).map(({ term }) => term)
    const isDone = editor.perform([{ kind: 'restoreSegments', patches: termPatches(segments, terms) }], {
      source: 'vocabulary',
    })
    if (!isDone) return
    showToast(replaceTexts.done(terms.length))
    void answer(scriptId, terms.map(({ heard, termId }) => ({ heard, termId, answer: 'accepted' }))) // prettier-ignore
  }
  return { matches, open: () => void open(), apply, close }
}

/** None if these words changed meanwhile. */
function matchOf(segments: readonly Segment[], term: TermPlace): TermMatch[] {
  const { at, word, words, heard, text } = term
  const segment = segments[at]
  const own = segment?.words ?? []
  if (!segment || joinWords(own.slice(word, word + words)) !== heard) return []
  const from = word === 0 ? 0 : joinWords(own.slice(0, word)).length + 1
  return [{ ...placeAt(segment, { at, from, to: from + heard.length }), text, term }]
}
