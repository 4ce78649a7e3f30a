import { findTermPlaces, type TermPlace } from '@doslovno/contract/script-vocabulary.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import type { FormPlace } from '@doslovno/domain/editing/find-forms.ts'
import { placeAt } from '@doslovno/domain/editing/replace.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import { termPatches } from '@doslovno/domain/vocabulary/marks.ts'
import { replaceTexts } from '@doslovno/texts/editing.ts'
import { applyTexts } from '@doslovno/texts/marks.ts'
import { Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { Preview } from '#features/editing/replace/preview.tsx'
import type { Editor } from '#features/editing/text/editor.ts'
import { call } from '#lib/api/current.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'
import { showToast } from '#ui/toast.ts'

import { answer } from './answer.ts'
import { RememberBar } from './remember-bar.tsx'
import { useKnownWords } from './use-known-words.ts'
import { useMarkActions } from './use-mark-actions.ts'
import { useRemember } from './use-remember.ts'

/** The vocabulary as editing sees it: its marks, its offers, and which words exist. */
export function useVocabulary(editor: Editor, script: Script, isReviewing: boolean) {
  const known = useKnownWords(script, isReviewing)
  const apply = useApply(editor, script.id)
  const remember = useRemember()
  const marks = useMarkActions(editor, script.id)
  const slots: Pick<EditingSlots, 'marks' | 'onApply' | 'isKnown'> = {
    marks,
    onApply: apply.open,
    isKnown: known.isKnown,
  }
  const bar: ReactNode = remember.offer && (
    <RememberBar
      key={remember.offer.text}
      offer={remember.offer}
      onAccept={remember.accept}
      onDecline={remember.decline}
    />
  )
  return {
    slots,
    known,
    takeCorrections: (corrections: readonly Correction[]) => {
      known.keep(corrections.map(({ to }) => to))
      remember.afterCorrections(corrections)
    },
    onNamed: remember.afterNaming,
    dropOffer: remember.drop,
    bar,
    dialog: <ApplyDialog {...apply} />,
  }
}

type Props = Pick<ReturnType<typeof useApply>, 'matches' | 'apply' | 'close'>

const isCertain = ({ term }: TermMatch) => !term.isQuestion

/** Every place where the vocabulary would change the text; doubtful ones are left to the user. */
function ApplyDialog({ matches, apply, close }: Props) {
  return (
    <Modal
      opened={matches !== undefined}
      onClose={close}
      title={applyTexts.title}
      size={680}
      closeButtonProps={{ 'aria-label': replaceTexts.close }}
    >
      {matches && <Preview places={matches} isChosen={isCertain} onReplace={apply} />}
    </Modal>
  )
}

/** A place in the text with the term that it sounds like. */
type TermMatch = FormPlace & { term: TermPlace }

/** Looks for terms in a ready text and puts in those that the user chooses. */
function useApply(editor: Editor, scriptId: string) {
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
