import { correctionAt, findForms } from '@doslovno/domain/editing/find-forms.ts'
import type { Operation } from '@doslovno/domain/editing/operations.ts'
import { type Place as FoundPlace, placeAt } from '@doslovno/domain/editing/replace.ts'
import { spanAround, SPELLED } from '@doslovno/domain/editing/review.ts'
import type { Transcript } from '@doslovno/domain/editing/transcript.ts'
import type { Correction } from '@doslovno/domain/editing/word-forms.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Range, Segment } from '@doslovno/domain/transcript/segments.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import {
  acceptPatches,
  bareText,
  findQuestions,
  keepPatches,
  type Question,
} from '@doslovno/domain/vocabulary/marks.ts'
import { russianDeclensions } from '@doslovno/texts/language/declensions.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { giveTo, voicesOf } from '#features/editing/field/voices.ts'
import type { Editor } from '#features/editing/text/editor.ts'
import { useEditorState } from '#features/editing/text/use-editor.ts'
import { answer } from '#features/editing/vocabulary/use-mark-actions.ts'
import type { Playback } from '#lib/file-page/playback.ts'

import {
  aboutWords,
  accept,
  addReviewed,
  isLong,
  leftOf,
  minutesOf,
  move,
  narrow,
  offsetOf,
  placeFinder,
  type PlaceOf,
  progressOf,
  type Review as Pass,
  type ReviewItem,
  type ReviewPlace,
  type ReviewText,
  SHORT_SECONDS,
  startReview,
  wordKey,
} from './review-queue.ts'

export type ReviewOptions = {
  editor: Editor
  scriptId: string
  text: ReviewText
  playback: Playback
  onCorrected: (corrections: readonly Correction[]) => void
  /** Words that the user confirmed. */
  onKept: (words: readonly string[]) => void
  onHearAgain: (span: { start: number }) => void
}

export type Review = ReturnType<typeof useReview>

/** A pass over the questions: each one loops until it is accepted or corrected. */
export function useReview(options: ReviewOptions) {
  const { editor, scriptId, text, playback, onKept, onHearAgain } = options
  const transcript = useEditorState(editor, (state) => state.transcript)
  const { segments } = transcript
  const { item, place, goOn, narrowTo, ...pass } = usePass(options, segments)
  useLooping(playback, segments, item, place)

  const decide = (isTerm: boolean) =>
    goOn(item?.question ? answerQuestion(editor, scriptId, item.question, isTerm) : [])
  const confirm = () => {
    const words = item && SPELLED.includes(item.reason) ? item.keys.map(spellingOf) : []
    if (words.length > 0) onKept([...new Set(words)])
    goOn([], words)
  }
  /** Puts the sentence right, and with `everywhere` the word in question wherever it stands. */
  const correct = (newText: string, everywhere: boolean) => {
    if (!item || !place) return
    const { words, kept, isEverywhere } = rewrite(options, item, place, { newText, everywhere })
    // The word in question was read and left as it is: it is right.
    const isRight = kept.some((key) => item.keys.includes(key))
    const isOver = item.question !== undefined || isEverywhere || (SPELLED.includes(item.reason) && isRight)
    if (isOver) goOn(kept, words)
    else narrowTo(kept, words)
  }
  return {
    item,
    place,
    unheard: text.unheard.find((span) => span.start === item?.unheard?.start),
    ...pass,
    ...speakersAt(transcript, item, place),
    accept: () => (item?.question ? decide(true) : confirm()),
    /** Keeps what was heard. */
    keep: () => decide(false),
    /** Assigns what follows the border, and goes on. */
    give: (speaker: number) => {
      if (place) editor.perform(giveFrom(transcript, place.range.at, speaker))
      narrowTo(place?.places.slice(0, 1).map(({ key }) => key) ?? [])
    },
    correct,
    ...hearing(playback, segments, item),
    hearAgain: onHearAgain,
  }
}

/** Where a pass is, and what leads it on. */
function usePass({ editor, scriptId, text }: ReviewOptions, segments: readonly Segment[]) {
  const find = useMemo(() => placeFinder(segments, text.unheard), [segments, text.unheard])
  const isThere = (item: ReviewItem) => find(item) !== undefined
  const start = (whole: boolean) => startReview({ ...text, segments }, whole ? Infinity : SHORT_SECONDS)
  const [isWhole, setIsWhole] = useState(false)
  const [pass, setPass] = useState<Pass>(() => start(false))
  const asked = pass.items[pass.at]
  // Words heard again, or edits made elsewhere, answer questions too.
  const review = asked && !isThere(asked) ? accept(pass, isThere) : pass
  const item = review.items[review.at]

  /** Goes on; edits may have removed other places. */
  const goOn = (keys: readonly string[], words: readonly string[] = []) => {
    const findNow = placeFinder(editor.getState().transcript.segments, text.unheard)
    addReviewed(scriptId, [...(item?.keys ?? []), ...keys])
    setPass(accept(review, (other) => findNow(other) !== undefined, aboutWords(review, new Set(words.map(plainOf)))))
  }
  return {
    item,
    place: item && find(item),
    goOn,
    /** Asks on about the places that were not answered for, if there are any. */
    narrowTo: (answered: readonly string[], words: readonly string[] = []) => {
      const rest = narrow(review, editor.getState().transcript.segments, new Set(answered))
      if (!rest) return goOn(answered, words)
      addReviewed(scriptId, answered)
      setPass(rest)
    },
    minutes: minutesOf(leftOf(review, isThere)),
    ...progressOf(review, isThere),
    later: review.later.length,
    isEmpty: review.items.length === 0,
    /** Whether the user may choose between a short pass and a whole one. */
    isLong: isLong(review),
    isWhole,
    /** Begins another pass, which takes a few minutes or all places. */
    begin: (whole: boolean) => {
      setIsWhole(whole)
      setPass(start(whole))
    },
    move: (by: -1 | 1) => setPass(move(review, by, isThere)),
    /** Continues with the less harmful questions. */
    more: () => setPass(start(isWhole)),
  }
}

/** Plays a question and its places. */
function hearing(playback: Playback, segments: readonly Segment[], item: ReviewItem | undefined) {
  return {
    listen: () => playback.loop(item),
    hush: () => {
      playback.loop(undefined)
      playback.pause()
    },
    /** Plays and shows one of the places. */
    open: ({ at, word }: PlaceOf) => {
      const spoken = segments[at] && wordsOf(segments[at])[word]
      if (spoken) playback.loop(spanAround(spoken))
      playback.reveal(paragraphAt(segments, at))
    },
    /** One of the places with the words around it. */
    preview: ({ at, word }: PlaceOf): FoundPlace => {
      const segment = segments[at]
      const words = segment ? wordsOf(segment).map((one) => one.text) : []
      const from = offsetOf(words, word)
      return placeAt(segment ?? NOTHING, { at, from, to: from + (words[word]?.length ?? 0) })
    },
  }
}

const NOTHING: Segment = { start: 0, end: 0, text: '', speaker: 0, words: [] }

type Edit = { newText: string; everywhere: boolean }

/** Returns the words that are right now, by key and by spelling, and whether all places of the question are. */
function rewrite({ editor, onCorrected }: ReviewOptions, item: ReviewItem, { range, places }: ReviewPlace, edit: Edit) {
  const step = crypto.randomUUID()
  const own = editor
    .getState()
    .transcript.segments.slice(range.at, range.at + range.count)
    .flatMap(wordsOf)
  const asked = SPELLED.includes(item.reason) ? correctionAt(own, places[0]?.word ?? 0, edit.newText) : undefined
  const corrections = editor.rewrite(range, edit.newText, step)
  const starts = new Set(item.keys.map((key) => Number.parseFloat(key)))
  if (asked && edit.everywhere) {
    const correction = withOrdinaryCase(asked, item)
    const forms = findForms(editor.getState().transcript.segments, correction, russianDeclensions)
    const replacements = forms.flatMap(({ start, at, from, to, text }) => (starts.has(start) ? [{ at, from, to, text }] : [])) // prettier-ignore
    if (replacements.length > 0) editor.perform([{ kind: 'replaceMany', replacements }], { key: step })
  }
  const all = asked && !corrections.some(({ to }) => to === asked.to) ? [asked, ...corrections] : corrections
  onCorrected(all)
  const { segments } = editor.getState().transcript
  const replaced = asked && edit.everywhere ? segments.flatMap(wordsOf).filter((word) => starts.has(word.start)) : []
  return {
    words: all.map(({ to }) => to),
    kept: [...keysIn(segments, range), ...replaced.map(wordKey)],
    isEverywhere: asked !== undefined && edit.everywhere,
  }
}

/** A capital at the start of a sentence is no part of a word that is written without it elsewhere. */
function withOrdinaryCase(correction: Correction, { keys }: ReviewItem): Correction {
  const isOrdinary = correction.isSentenceStart && keys.some((key) => /^\P{L}*\p{Ll}/u.test(spellingOf(key)))
  return isOrdinary
    ? { ...correction, to: correction.to.replace(/\p{L}/u, (letter) => letter.toLowerCase()) }
    : correction
}

const spellingOf = (key: string) => bareText(key.slice(key.indexOf(' ') + 1))
const plainOf = (word: string) => bareText(word).toLowerCase()

/** Plays and shows the place until it is left. */
function useLooping(
  playback: Playback,
  segments: readonly Segment[],
  item: ReviewItem | undefined,
  place: ReviewPlace | undefined,
) {
  const listen = useEffectEvent(() => {
    playback.loop(item)
    if (place) playback.reveal(paragraphAt(segments, place.range.at))
  })
  useEffect(() => listen(), [item])
  const stop = useEffectEvent(() => playback.loop(undefined))
  useEffect(() => () => stop(), [])
}

function paragraphAt(segments: readonly Segment[], segment: number): number {
  return paragraphRanges(segments).findLastIndex(({ at }) => at <= segment)
}

/** All speakers to choose from where another one begins, and that one. */
function speakersAt(transcript: Transcript, item: ReviewItem | undefined, place: ReviewPlace | undefined) {
  if (item?.reason !== 'speaker' || !place) return { voices: [], speaker: undefined }
  const nameOf = (speaker: number) => speakerName({ speakerNames: transcript.speakers }, speaker)
  return {
    voices: voicesOf(transcript).map((speaker) => ({ speaker, name: nameOf(speaker) })),
    speaker: transcript.segments[place.range.at]?.speaker,
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

/** Gives one answer for every place where the same was heard; returns the keys of the words it put in. */
function answerQuestion(editor: Editor, scriptId: string, asked: Question, isTerm: boolean): string[] {
  const { segments } = editor.getState().transcript
  const { heard, termId } = asked
  const places = findQuestions(segments).find((one) => one.heard === heard && one.termId === termId)?.places ?? []
  const patches = (isTerm ? acceptPatches : keepPatches)(segments, places)
  if (places.length === 0 || !editor.perform([{ kind: 'restoreSegments', patches }])) return []
  if (isTerm) void answer(scriptId, places.map(() => ({ heard, termId, answer: 'accepted' }))) // prettier-ignore
  return patches.flatMap((patch) =>
    patch.segments.flatMap((segment) =>
      wordsOf(segment)
        .filter((word) => word.termId === termId)
        .map(wordKey),
    ),
  )
}
