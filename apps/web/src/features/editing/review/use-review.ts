import type { Operation } from '@doslovno/domain/editing/operations.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Range, Segment } from '@doslovno/domain/transcript/segments.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import { russianReviewRules } from '@doslovno/texts/language/review.ts'
import { speakerName } from '@doslovno/texts/speakers.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { giveTo, voicesOf } from '#features/editing/field/voices.ts'
import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import type { Playback } from '#lib/file-page/playback.ts'

import { answerQuestion } from './answer-question.ts'
import {
  accept,
  asksSpeakerOnly,
  isLong,
  leftOf,
  minutesOf,
  move,
  placeFinder,
  progressOf,
  type Review as Pass,
  type ReviewItem,
  type ReviewPlace,
  SHORT_SECONDS,
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

export type Review = ReturnType<typeof useReview>

/** A pass over the risky places: each one loops until it is accepted or corrected. */
export function useReview({ editor, scriptId, playback, isKnown, onCorrected, onKept }: ReviewOptions) {
  const transcript = useEditorState(editor, (state) => state.transcript)
  const { segments } = transcript
  const find = useMemo(() => placeFinder(segments), [segments])
  const rules = isKnown ? { ...russianReviewRules, isKnown } : russianReviewRules
  const start = (whole: boolean) =>
    startReview(segments, rules, recallReviewed(localStorage, scriptId), whole ? Infinity : SHORT_SECONDS)
  const [isWhole, setIsWhole] = useState(false)
  const [review, setReview] = useState<Pass>(() => start(false))
  const isThere = (item: ReviewItem) => find(item) !== undefined
  const item = review.items[review.at]
  const place = item && find(item)

  useLooping(playback, segments, item, place)

  /** Goes on; edits may have removed other places. */
  const pass = (...more: readonly string[]) => {
    const findNow = placeFinder(editor.getState().transcript.segments)
    rememberReviewed(localStorage, scriptId, [...(item?.keys ?? []), ...more])
    setReview(accept(review, (other) => findNow(other) !== undefined))
  }
  const decide = (isTerm: boolean) =>
    pass(...(item?.question ? answerQuestion(editor, scriptId, item.question, isTerm) : []))
  const left = leftOf(review, isThere)
  return {
    item,
    place,
    minutes: minutesOf(left),
    ...progressOf(review, isThere),
    later: review.later.length,
    /** Whether the user may choose between a short pass and a whole one. */
    isLong: isLong(review),
    isWhole,
    /** Begins another pass, which takes a few minutes or all places. */
    begin: (whole: boolean) => {
      setIsWhole(whole)
      setReview(start(whole))
    },
    ...speakersAt(transcript, place),
    isEmpty: review.items.length === 0,
    accept: () => {
      if (item?.question) return decide(true)
      onKept(place && isKnown ? textsOf(place).filter((word) => !isKnown(word)) : [])
      return pass()
    },
    /** Keeps what was heard. */
    keep: () => decide(false),
    /** Assigns what follows the border, and goes on if nothing else is asked. */
    give: (speaker: number) => {
      if (place?.border) editor.perform(giveFrom(transcript, place.border.at, speaker))
      if (item && asksSpeakerOnly(item)) pass()
    },
    correct: (text: string) => {
      if (!place) return
      onCorrected(editor.rewrite(place.range, text))
      // The user's own words need no review.
      pass(...keysIn(editor.getState().transcript.segments, place.range))
    },
    move: (by: -1 | 1) => setReview(move(review, by, isThere)),
    listen: () => playback.loop(item),
    hush: () => {
      playback.loop(undefined)
      playback.pause()
    },
    /** Continues with the less risky places. */
    more: () => setReview(start(isWhole)),
  }
}

/** The risky words of a place. */
function textsOf({ text, marks }: ReviewPlace): string[] {
  return marks.map(({ from, to }) => text.slice(from, to))
}

/** Plays and shows the place until it is left. */
function useLooping(
  playback: Playback,
  segments: readonly Segment[],
  item: ReviewItem | undefined,
  place: ReviewPlace | undefined,
) {
  const listen = useEffectEvent(() => {
    playback.loop(item)
    if (place) playback.reveal(paragraphRanges(segments).findLastIndex(({ at }) => at <= place.range.at))
  })
  useEffect(() => listen(), [item])
  const stop = useEffectEvent(() => playback.loop(undefined))
  useEffect(() => () => stop(), [])
}

/** All speakers to choose from where another one begins, and that one. */
function speakersAt(transcript: Transcript, place: ReviewPlace | undefined) {
  if (!place?.border) return { voices: [], speaker: undefined }
  const nameOf = (speaker: number) => speakerName({ speakerNames: transcript.speakers }, speaker)
  return {
    voices: voicesOf(transcript).map((speaker) => ({ speaker, name: nameOf(speaker) })),
    speaker: transcript.segments[place.border.at]?.speaker,
  }
}

/** Assigns a paragraph from a segment on. */
function giveFrom(transcript: Transcript, at: number, speaker: number): Operation[] {
  const paragraph = paragraphRanges(transcript.segments).find((range) => at < range.at + range.count)
  const count = paragraph ? paragraph.at + paragraph.count - at : 1
  return giveTo(transcript, { at, count }, 'phrase', { speaker })
}

function keysIn(segments: readonly Segment[], { at, count }: Range): string[] {
  return segments
    .slice(at, at + count)
    .flatMap(wordsOf)
    .map(wordKey)
}
