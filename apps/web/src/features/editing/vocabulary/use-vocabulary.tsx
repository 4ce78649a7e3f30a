import type { Script } from '@doslovno/contract/scripts.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import type { ReactNode } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import type { EditingSlots } from '#lib/file-page/editing-slots.ts'

import { ApplyDialog } from './apply-dialog.tsx'
import { RememberBar } from './remember-bar.tsx'
import { useApply } from './use-apply.ts'
import { useKnownWords } from './use-known-words.ts'
import { useMarkActions } from './use-mark-actions.ts'
import { useRemember } from './use-remember.ts'

/** What editing knows of the vocabulary: its marks, its offers, and which words exist. */
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
