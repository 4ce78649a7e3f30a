import { useState } from 'react'

import type { KnownWords } from '#features/editing/vocabulary/use-known-words.ts'

import { ReviewCard, ReviewWaiting } from './review-card.tsx'
import { type useReviewText, useSuggestions } from './use-review-text.ts'
import { type ReviewOptions, useReview } from './use-review.ts'

type ReviewedText = ReturnType<typeof useReviewText>
type Props = Omit<ReviewOptions, 'text' | 'onKept'> & { about: ReviewedText; known: KnownWords; onLeave: () => void }

/** A pass over the questions; it begins when the words that exist, and those that were typed, are known. */
export function Review(props: Props) {
  const { isSettled } = props.about
  // A pass that has begun goes on: its own edits make the text one that was edited.
  const [isReady, setIsReady] = useState(isSettled)
  if (isSettled && !isReady) setIsReady(true)
  if (!isReady) return <ReviewWaiting onLeave={props.onLeave} />
  return <Ready {...props} />
}

function Ready({ about, known, onLeave, ...options }: Props) {
  const review = useReview({ ...options, text: about.text, onKept: known.keep })
  return <ReviewCard review={review} suggest={useSuggestions(about, known)} onLeave={onLeave} />
}
