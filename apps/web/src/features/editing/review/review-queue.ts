import {
  byRisk,
  findRisks,
  type ReviewReason,
  type ReviewRules,
  reviewSeconds,
  type ReviewSpot,
  spanAround,
  withinSeconds,
} from '@doslovno/domain/editing/review.ts'
import type { Range, Segment } from '@doslovno/domain/transcript/segments.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { findQuestions, type Question } from '@doslovno/domain/vocabulary/marks.ts'

/** A place to listen to again. Word times identify its words: edits around it do not move them. */
export type ReviewItem = {
  start: number
  end: number
  reasons: readonly ReviewReason[]
  keys: readonly string[]
  /** The key of the first word of another speaker, if it is to be checked who speaks. */
  border?: string
  /** A question of the vocabulary; its first place is shown. */
  question?: Question
}

/** One pass over the riskiest places, the most harmful first. */
export type Review = {
  items: readonly ReviewItem[]
  at: number
  passed: ReadonlySet<ReviewItem>
  /** Less risky places left for another pass. */
  later: readonly ReviewItem[]
}

/**
 * The current position of an item: the sentences around it, and offsets of its risky words. `border`: the segment that
 * another speaker begins.
 */
export type ReviewPlace = { range: Range; text: string; marks: readonly Mark[]; border?: { at: number } }
export type Mark = { from: number; to: number }

/** How long a short pass takes. */
export const SHORT_SECONDS = 5 * 60

/** Starts a pass: the questions of the vocabulary, then the risky places that were not accepted yet, as time permits. */
export function startReview(
  segments: readonly Segment[],
  rules: ReviewRules,
  reviewed: ReadonlySet<string>,
  seconds = Infinity,
): Review {
  const questions = findQuestions(segments).flatMap((question) => questionItem(segments, question))
  const risks = findRisks(segments, rules)
    .map((spot) => riskItem(segments, spot))
    .filter(({ keys }) => keys.some((key) => !reviewed.has(key)))
  const sorted = byRisk(risks)
  const chosen = withinSeconds(sorted, seconds - reviewSeconds(questions))
  return { items: [...questions, ...chosen], at: 0, passed: new Set(), later: sorted.slice(chosen.length) }
}

/** Accepts the current item and moves to the next one left, wrapping around. */
export function accept(review: Review, isThere: (item: ReviewItem) => boolean): Review {
  const item = review.items[review.at]
  if (!item) return review
  const passed = new Set([...review.passed, item])
  const isLeft = (other: ReviewItem) => !passed.has(other) && isThere(other)
  const ahead = review.items.findIndex((other, index) => index > review.at && isLeft(other))
  const next = ahead >= 0 ? ahead : review.items.findIndex(isLeft)
  return { ...review, passed, at: next >= 0 ? next : review.items.length }
}

/** Moves to the neighbour that still exists in the text, accepted or not. */
export function move(review: Review, by: -1 | 1, isThere: (item: ReviewItem) => boolean): Review {
  let at = review.at + by
  while (review.items[at] && !isThere(review.items[at] as ReviewItem)) at += by // checked a line above
  return review.items[at] ? { ...review, at } : review
}

export function leftOf({ items, passed }: Review, isThere: (item: ReviewItem) => boolean): ReviewItem[] {
  return items.filter((item) => !passed.has(item) && isThere(item))
}

/** Minutes left, at least one. */
export function minutesOf(items: readonly ReviewItem[]): number {
  return Math.max(1, Math.round(reviewSeconds(items) / 60))
}

/** Whether a pass over all places would take longer than a short one. */
export function isLong({ items, later }: Review): boolean {
  return reviewSeconds([...items, ...later]) > SHORT_SECONDS
}

/** The place of the current item among those that were accepted or still exist: «3 of 12». */
export function progressOf({ items, at, passed }: Review, isThere: (item: ReviewItem) => boolean) {
  const counted = items.filter((item, index) => index === at || passed.has(item) || isThere(item))
  return { number: counted.findIndex((item) => item === items[at]) + 1, total: counted.length }
}

/** Whether nothing but the change of speaker is to be checked. */
export function asksSpeakerOnly({ reasons }: ReviewItem): boolean {
  return reasons.length === 1 && reasons[0] === 'speaker'
}

/** Locates items in a text that has changed. */
export function placeFinder(segments: readonly Segment[]): (item: ReviewItem) => ReviewPlace | undefined {
  const places = new Map(
    segments.flatMap((segment, at) => wordsOf(segment).map((spoken, word) => [wordKey(spoken), { at, word }])),
  )
  return (item) => {
    const found = item.keys.flatMap((key) => places.get(key) ?? [])
    const [first, last] = [found[0], found.at(-1)]
    if (!first || !last) return undefined
    if (item.question && !segments[first.at]?.words[first.word]?.maybe) return undefined
    const border = places.get(item.border ?? '')
    if (asksSpeakerOnly(item) && !isNewSpeaker(segments, border?.at ?? 0)) return undefined
    const range = { at: first.at, count: last.at - first.at + 1 }
    const own = segments.slice(range.at, range.at + range.count).map((segment) => segment.text)
    const marks = found.map(({ at, word }) => {
      const before = own.slice(0, at - range.at).reduce((sum, text) => sum + text.length + 1, 0)
      const { from, to } = offsetsOf(segments[at], word)
      return { from: before + from, to: before + to }
    })
    return { range, text: own.join(' '), marks, ...(border && { border }) }
  }
}

/** A word is identified by its time and its spelling. */
export function wordKey({ start, text }: Word): string {
  return `${start} ${text}`
}

function riskItem(segments: readonly Segment[], { start, end, reasons, words }: ReviewSpot): ReviewItem {
  const keys = words.flatMap(({ at, word }) => keyAt(segments[at], word))
  const border = words.find(({ at, word }) => word === 0 && isNewSpeaker(segments, at))
  const [borderKey] = border && reasons.includes('speaker') ? keyAt(segments[border.at], 0) : []
  return { start, end, reasons, keys, ...(borderKey !== undefined && { border: borderKey }) }
}

function isNewSpeaker(segments: readonly Segment[], at: number): boolean {
  const before = segments[at - 1]
  return before !== undefined && before.speaker !== segments[at]?.speaker
}

function questionItem(segments: readonly Segment[], question: Question): ReviewItem[] {
  const [{ at, word } = { at: 0, word: 0 }] = question.places
  const own = segments.slice(at, at + 2).flatMap(wordsOf)
  const asked = own.slice(word, word + (own[word]?.maybe?.words ?? 0))
  const [first, last] = [asked[0], asked.at(-1)]
  if (!first || !last) return []
  return [
    {
      ...spanAround({ start: first.start, end: last.end }),
      reasons: ['vocabulary'],
      keys: asked.map(wordKey),
      question,
    },
  ]
}

function keyAt(segment: Segment | undefined, word: number): string[] {
  const found = segment && wordsOf(segment)[word]
  return found ? [wordKey(found)] : []
}

/** Offsets of a word in the text of its segment. */
function offsetsOf(segment: Segment | undefined, word: number): Mark {
  const texts = segment ? wordsOf(segment).map(({ text }) => text) : []
  const from = texts.slice(0, word).reduce((sum, text) => sum + text.length + 1, 0)
  return { from, to: from + (texts[word]?.length ?? 0) }
}
