import {
  findRisks,
  type ReviewReason,
  type ReviewRules,
  reviewSeconds,
  riskiest,
  spanAround,
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
  /** A question of the vocabulary; its first place is shown. */
  question?: Question
}

/** One pass over the riskiest places, in order of the recording. */
export type Review = {
  items: readonly ReviewItem[]
  at: number
  passed: ReadonlySet<ReviewItem>
  /** Number of less risky places left for another pass. */
  later: number
}

/** The current position of an item: the sentences around it, and offsets of its risky words. */
export type ReviewPlace = { range: Range; text: string; marks: readonly Mark[] }
export type Mark = { from: number; to: number }

/** About as many as a listener can attend to. */
const BATCH = 40

/** Starts a pass: the questions of the vocabulary, then the risky places that were not accepted yet. */
export function startReview(segments: readonly Segment[], rules: ReviewRules, reviewed: ReadonlySet<string>): Review {
  const places = findRisks(segments, rules)
    .map((place) => ({ ...place, keys: place.words.flatMap(({ at, word }) => keyAt(segments[at], word)) }))
    .filter(({ keys }) => keys.some((key) => !reviewed.has(key)))
  const chosen = new Set<unknown>(riskiest(places, BATCH))
  const items = places.filter((place) => chosen.has(place))
  const risks = items.map(({ start, end, reasons, keys }) => ({ start, end, reasons, keys }))
  return {
    items: [...findQuestions(segments).flatMap((question) => questionItem(segments, question)), ...risks],
    at: 0,
    passed: new Set(),
    later: places.length - items.length,
  }
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
  const places = items.map(({ start, end, reasons }) => ({ start, end, reasons, words: [] }))
  return Math.max(1, Math.round(reviewSeconds(places) / 60))
}

/** Locates items in a text that has changed. */
export function placeFinder(segments: readonly Segment[]): (item: ReviewItem) => ReviewPlace | undefined {
  const places = new Map(
    segments.flatMap((segment, at) => wordsOf(segment).map((spoken, word) => [wordKey(spoken), { at, word }])),
  )
  return ({ keys, question }) => {
    const found = keys.flatMap((key) => places.get(key) ?? [])
    const [first, last] = [found[0], found.at(-1)]
    if (!first || !last) return undefined
    if (question && !segments[first.at]?.words[first.word]?.maybe) return undefined
    const range = { at: first.at, count: last.at - first.at + 1 }
    const own = segments.slice(range.at, range.at + range.count).map((segment) => segment.text)
    const marks = found.map(({ at, word }) => {
      const before = own.slice(0, at - range.at).reduce((sum, text) => sum + text.length + 1, 0)
      const { from, to } = offsetsOf(segments[at], word)
      return { from: before + from, to: before + to }
    })
    return { range, text: own.join(' '), marks }
  }
}

/** A word is identified by its time and its spelling. */
export function wordKey({ start, text }: Word): string {
  return `${start} ${text}`
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
