import { russianReviewRules } from '@doslovno/texts/language/review.ts'
import { useDeferredValue, useMemo } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'

import { startReview } from './review-queue.ts'
import { recallReviewed } from './reviewed.ts'

type Options = {
  editor: Editor
  scriptId: string
  isKnown: ((word: string) => boolean) | undefined
  isReviewing: boolean
}

/** How many places a review would ask about; counted again when one ends. */
export function usePlacesCount({ editor, scriptId, isKnown, isReviewing }: Options): number {
  // A long text takes a moment to read, and nobody waits for the number.
  const { segments } = useDeferredValue(useEditorState(editor, (state) => state.transcript))
  return useMemo(() => {
    if (isReviewing) return 0
    const rules = isKnown ? { ...russianReviewRules, isKnown } : russianReviewRules
    return startReview(segments, rules, recallReviewed(localStorage, scriptId)).items.length
  }, [segments, scriptId, isKnown, isReviewing])
}
