import {
  byHarm,
  findRisks,
  groupRisks,
  type Ranked,
  type ReviewRules,
  reviewSeconds,
  type ReviewSpot,
  spanAround,
  SPELLED,
  withinSeconds,
} from '@doslovno/domain/editing/review.ts'
import type { UnheardSpan } from '@doslovno/domain/process/unheard.ts'
import type { Range, Segment } from '@doslovno/domain/transcript/segments.ts'
import { wordsOf } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { bareText, findQuestions, type Question } from '@doslovno/domain/vocabulary/marks.ts'

import { listOf, remembered } from '#lib/remembered.ts'

/** One question. Word times identify its words, those to play first: edits around them do not move them. */
export type ReviewItem = Ranked & {
  keys: readonly string[]
  /** A question of the vocabulary; its first place is shown. */
  question?: Question
  /** Speech without words. */
  unheard?: UnheardSpan
}

/** One pass over the questions, the most harmful first. */
export type Review = {
  items: readonly ReviewItem[]
  at: number
  passed: ReadonlySet<ReviewItem>
  /** Less harmful questions left for another pass. */
  later: readonly ReviewItem[]
}

/** The input of a pass: the text, speech without words, and the words answered for already. */
export type ReviewText = {
  segments: readonly Segment[]
  unheard: readonly UnheardSpan[]
  rules: ReviewRules
  isAnswered: (key: string) => boolean
}

/** Where a question stands now: a sentence, the offsets of the words in question, and all places left. */
export type ReviewPlace = { range: Range; text: string; mark: Mark; places: readonly PlaceOf[] }
export type Mark = { from: number; to: number }
export type PlaceOf = { at: number; word: number; key: string }

/** How long a short pass takes. */
export const SHORT_SECONDS = 5 * 60

/** Starts a pass: speech without words, then what was not answered yet, as time permits. */
export function startReview({ segments, unheard, rules, isAnswered }: ReviewText, seconds = Infinity): Review {
  const keyAt = keysOf(segments)
  const risks = findRisks(segments, rules).filter((risk) => !isAnswered(riskKey(risk.reason, keyAt(risk))))
  const items = byHarm([
    ...unheard.map(unheardItem).filter(({ keys }) => !keys.some(isAnswered)),
    ...findQuestions(segments).flatMap((question) => questionItem(segments, question)),
    ...groupRisks(segments, risks, rules).map((spot) => spotItem(spot, keyAt)),
  ])
  const chosen = withinSeconds(items, seconds)
  return { items: chosen, at: 0, passed: new Set(), later: items.slice(chosen.length) }
}

/** Passes the current item, and `also` others, and moves to the next one left, wrapping around. */
export function accept(
  review: Review,
  isThere: (item: ReviewItem) => boolean,
  also: readonly ReviewItem[] = [],
): Review {
  const item = review.items[review.at]
  if (!item) return review
  const passed = new Set([...review.passed, item, ...also])
  const isLeft = (other: ReviewItem) => !passed.has(other) && isThere(other)
  const ahead = review.items.findIndex((other, index) => index > review.at && isLeft(other))
  const next = ahead >= 0 ? ahead : review.items.findIndex(isLeft)
  return { ...review, passed, at: next >= 0 ? next : review.items.length }
}

/** Keeps asking the current question about its other places, the first of them now; undefined if none is left. */
export function narrow(
  review: Review,
  segments: readonly Segment[],
  answered: ReadonlySet<string>,
): Review | undefined {
  const item = review.items[review.at]
  const words = new Map(segments.flatMap(wordsOf).map((word) => [wordKey(word), word]))
  const keys = item?.keys.filter((key) => words.has(bareKey(key)) && !answered.has(key)) ?? []
  const next = words.get(bareKey(keys[0] ?? ''))
  if (!item || !next) return undefined
  const rest = { ...item, ...spanAround(next), keys, count: keys.length }
  return { ...review, items: review.items.with(review.at, rest) }
}

/** The questions about a word that was typed just now, in any of its forms. */
export function aboutWords({ items }: Review, words: ReadonlySet<string>): ReviewItem[] {
  return items.filter(({ reason, keys }) => SPELLED.includes(reason) && keys.some((key) => words.has(wordOf(key))))
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

/** Whether a pass over all questions would take longer than a short one. */
export function isLong({ items, later }: Review): boolean {
  return reviewSeconds([...items, ...later]) > SHORT_SECONDS
}

/** The place of the current item among those that were accepted or still exist: «3 of 12». */
export function progressOf({ items, at, passed }: Review, isThere: (item: ReviewItem) => boolean) {
  const counted = items.filter((item, index) => index === at || passed.has(item) || isThere(item))
  return { number: counted.findIndex((item) => item === items[at]) + 1, total: counted.length }
}

/** Locates items in a text that has changed; speech without words is between segments. */
export function placeFinder(segments: readonly Segment[], unheard: readonly UnheardSpan[]) {
  const places = new Map(
    segments.flatMap((segment, at) => wordsOf(segment).map((spoken, word) => [wordKey(spoken), { at, word }])),
  )
  return (item: ReviewItem): ReviewPlace | undefined => {
    if (item.unheard) return unheardPlace(segments, unheard, item)
    const found = item.keys.flatMap((key) => ({ key, ...places.get(bareKey(key)) }))
    const there = found.filter(
      (place): place is PlaceOf =>
        place.at !== undefined && (item.reason !== 'speaker' || isNewSpeaker(segments, place.at)),
    )
    // A question of the vocabulary is about several words in a row, the others about one at each place.
    const [first, last] = [there[0], item.question ? there.at(-1) : there[0]]
    if (!first || !last) return undefined
    if (item.question && !segments[first.at]?.words[first.word]?.maybe) return undefined
    const range = { at: first.at, count: last.at - first.at + 1 }
    const own = segments.slice(range.at, range.at + range.count)
    const words = own.flatMap(wordsOf).map(({ text }) => text)
    const end = own.slice(0, -1).reduce((sum, segment) => sum + wordsOf(segment).length, last.word)
    const mark = { from: offsetOf(words, first.word), to: offsetOf(words, end) + (words[end]?.length ?? 0) }
    return { range, text: words.join(' '), mark, places: there }
  }
}

/** A word is identified by its time and its spelling. */
export function wordKey({ start, text }: Word): string {
  return `${start} ${text}`
}

export function unheardKey({ start }: UnheardSpan): string {
  return `unheard ${start}`
}

/** The word of a key, whatever is asked about it. */
const bareKey = (key: string) => key.replace(/^speaker /u, '')

/** Whose word it is and how it is spelled are two questions. */
const riskKey = (reason: ReviewItem['reason'], key: string) => (reason === 'speaker' ? `speaker ${key}` : key)
const wordOf = (key: string) => bareText(key.slice(key.indexOf(' ') + 1)).toLowerCase()

function keysOf(segments: readonly Segment[]) {
  const keys = segments.map((segment) => wordsOf(segment).map(wordKey))
  return ({ at, word }: { at: number; word: number }) => keys[at]?.[word] ?? ''
}

function spotItem({ places, ...spot }: ReviewSpot, keyAt: ReturnType<typeof keysOf>): ReviewItem {
  return { ...spot, keys: places.map((place) => riskKey(place.reason, keyAt(place))) }
}

function unheardItem(span: UnheardSpan): ReviewItem {
  const { start, end } = span
  return { start, end, reason: 'unheard', count: 1, nearby: 0, keys: [unheardKey(span)], unheard: span }
}

/** The state of a span may have changed since; it is gone when words were heard. */
function unheardPlace(segments: readonly Segment[], unheard: readonly UnheardSpan[], { start }: ReviewItem) {
  if (!unheard.some((span) => span.start === start)) return undefined
  const at = Math.max(0, segments.findLastIndex((segment) => segment.start <= start)) // prettier-ignore
  return { range: { at, count: 0 }, text: '', mark: { from: 0, to: 0 }, places: [] }
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
  const span = spanAround({ start: first.start, end: last.end })
  const count = question.places.length
  return [{ ...span, reason: 'vocabulary', count, nearby: 0, keys: asked.map(wordKey), question }]
}

/** Where a word begins in the words joined by spaces. */
export function offsetOf(words: readonly string[], word: number): number {
  return words.slice(0, word).reduce((sum, text) => sum + text.length + 1, 0)
}

const reviewedIn = (scriptId: string) => remembered(`reviewed:${scriptId}`, listOf)

/** The words of a file accepted in this browser. */
export function recallReviewed(scriptId: string): ReadonlySet<string> {
  return new Set(reviewedIn(scriptId).recall())
}

export function addReviewed(scriptId: string, keys: readonly string[]) {
  reviewedIn(scriptId).remember([...new Set([...recallReviewed(scriptId), ...keys])])
}
