import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import { russianReviewRules } from '@doslovno/texts/language/review.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import type { Playback } from '#lib/file-page/playback.ts'

import { answerQuestion } from './answer-question.ts'
import {
  accept,
  leftOf,
  minutesOf,
  move,
  placeFinder,
  type Review,
  type ReviewItem,
  type ReviewPlace,
  startReview,
  wordKey,
} from './review-queue.ts'
import { recallReviewed, rememberReviewed } from './reviewed.ts'

export type ReviewOptions = {
  editor: Editor
  scriptId: string
  playback: Playback
  /** Absent if the list of words is not there. */
  isKnown: ((word: string) => boolean) | undefined
  onCorrected: (corrections: readonly Correction[]) => void
  /** Words that the user confirmed. */
  onKept: (words: readonly string[]) => void
}

/** A pass over the risky places: each one loops until it is accepted or corrected. */
export function useReview({ editor, scriptId, playback, isKnown, onCorrected, onKept }: ReviewOptions) {
  const { segments } = useEditorState(editor, (state) => state.transcript)
  const find = useMemo(() => placeFinder(segments), [segments])
  const rules = isKnown ? { ...russianReviewRules, isKnown } : russianReviewRules
  const start = () => startReview(segments, rules, recallReviewed(localStorage, scriptId))
  const [review, setReview] = useState<Review>(start)
  const isThere = (item: ReviewItem) => find(item) !== undefined
  const item = review.items[review.at]
  const place = item && find(item)

  const listen = useEffectEvent(() => {
    playback.loop(item)
    if (place) playback.reveal(paragraphRanges(segments).findLastIndex(({ at }) => at <= place.range.at))
  })
  useEffect(() => listen(), [item])
  const stop = useEffectEvent(() => playback.loop(undefined))
  useEffect(() => () => stop(), [])

  const pass = (keys: readonly string[], isStill: (other: ReviewItem) => boolean) => {
    rememberReviewed(localStorage, scriptId, keys)
    setReview(accept(review, isStill))
  }
  const decide = (isTerm: boolean) => {
    const put = item?.question ? answerQuestion(editor, scriptId, item.question, isTerm) : []
    const findNow = placeFinder(editor.getState().transcript.segments)
    pass([...(item?.keys ?? []), ...put], (other) => findNow(other) !== undefined)
  }
  const left = leftOf(review, isThere)
  return {
    item,
    place,
    left: left.length,
    minutes: minutesOf(left),
    later: review.later,
    isEmpty: review.items.length === 0,
    accept: () => {
      if (item?.question) return decide(true)
      onKept(place && isKnown ? textsOf(place).filter((word) => !isKnown(word)) : [])
      return pass(item?.keys ?? [], isThere)
    },
    /** Keeps what was heard. */
    keep: () => decide(false),
    correct: (text: string) => {
      if (!item || !place) return
      onCorrected(editor.rewrite(place.range, text))
      // The user's own words need no review.
      const after = editor.getState().transcript.segments
      const { at, count } = place.range
      const written = after
        .slice(at, at + count)
        .flatMap(wordsOf)
        .map(wordKey)
      const findNow = placeFinder(after)
      pass([...item.keys, ...written], (other) => findNow(other) !== undefined)
    },
    move: (by: -1 | 1) => setReview(move(review, by, isThere)),
    listen: () => playback.loop(item),
    hush: () => {
      playback.loop(undefined)
      playback.pause()
    },
    /** Continues with the less risky places. */
    more: () => setReview(start()),
  }
}

/** The risky words of a place. */
function textsOf({ text, marks }: ReviewPlace): string[] {
  return marks.map(({ from, to }) => text.slice(from, to))
}
