import type { KnownWords } from '#features/editing/vocabulary/use-known-words.ts'

import { ReviewCard, ReviewWaiting } from './review-card.tsx'
import { type ReviewOptions, useReview } from './use-review.ts'

type Props = Omit<ReviewOptions, 'isKnown' | 'onKept'> & { known: KnownWords; onLeave: () => void }

/** A pass over the risky places; it begins when the words that exist are there. */
export function Review({ known, ...props }: Props) {
  if (!known.isSettled) return <ReviewWaiting onLeave={props.onLeave} />
  return <Ready {...props} isKnown={known.isKnown} onKept={known.keep} />
}

function Ready({ onLeave, ...options }: ReviewOptions & { onLeave: () => void }) {
  return <ReviewCard review={useReview(options)} onLeave={onLeave} />
}
