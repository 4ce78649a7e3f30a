import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

import { sameness } from './align-edit.ts'
import { wordsOf } from './spread-words.ts'

export const reviewReasons = ['confidence', 'name', 'number', 'negation', 'speaker'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** What a language says about words worth a second look, in lower case. */
export type ReviewRules = {
  negations: ReadonlySet<string>
  /** How words of numbers begin. */
  numerals: readonly string[]
  /** Words with a capital that are no names. */
  notNames: ReadonlySet<string>
}

/** A place to be heard again: words of one or more segments, and the seconds to play. */
export type ReviewPlace = {
  start: number
  end: number
  reasons: readonly ReviewReason[]
  words: readonly { at: number; word: number }[]
}

/** How much an error there would hurt, and how likely it is. */
const RISKS: Record<ReviewReason, number> = { confidence: 4, name: 3, number: 3, speaker: 2, negation: 1 }
/** A word the engine is less sure of is marked. */
export const UNSURE_BELOW = 0.6
const MARGIN_SECONDS = 1
const SHORTEST_SECONDS = 3
const LONGEST_SECONDS = 8
const SECONDS_TO_DECIDE = 4
const SENTENCE_END = /[.!?…]["»)]*$/u

/** The risky places of a transcript in order; those whose seconds overlap are one, as long as it stays short. */
export function findRisks(segments: readonly Segment[], rules: ReviewRules): ReviewPlace[] {
  const places: ReviewPlace[] = []
  for (const place of segments.flatMap((_, at) => risksOf(segments, at, rules)).toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1)
    if (last && place.start <= last.end && place.end - last.start <= LONGEST_SECONDS)
      places.splice(-1, 1, join(last, place))
    else places.push(place)
  }
  return places
}

/** The most risky places, still in order: for somebody who has only a few minutes. */
export function riskiest(places: readonly ReviewPlace[], most: number): ReviewPlace[] {
  const kept = new Set(places.toSorted((a, b) => riskOf(b) - riskOf(a)).slice(0, most))
  return places.filter((place) => kept.has(place))
}

/** A place is heard about twice, then decided. */
export function reviewSeconds(places: readonly ReviewPlace[]): number {
  return places.reduce((sum, { start, end }) => sum + 2 * (end - start) + SECONDS_TO_DECIDE, 0)
}

function risksOf(segments: readonly Segment[], at: number, rules: ReviewRules): ReviewPlace[] {
  const segment = segments[at]
  const previous = segments[at - 1]
  if (!segment) return []
  const words = wordsOf(segment)
  const isNewSpeaker = previous !== undefined && previous.speaker !== segment.speaker
  let before = isNewSpeaker ? undefined : previous?.text
  return words.flatMap((spoken, word) => {
    const reasons = wordReasons(spoken, before === undefined || SENTENCE_END.test(before), rules)
    before = spoken.text
    if (isNewSpeaker && word === 0) reasons.push('speaker')
    return reasons.length > 0 ? [{ ...heard(spoken), reasons, words: [{ at, word }] }] : []
  })
}

function wordReasons({ text, confidence }: Word, isSentenceStart: boolean, rules: ReviewRules): ReviewReason[] {
  const plain = sameness(text)
  const reasons: ReviewReason[] = []
  if (confidence !== null && confidence < UNSURE_BELOW) reasons.push('confidence')
  if (!isSentenceStart && /^\P{L}*\p{Lu}/u.test(text) && !rules.notNames.has(plain)) reasons.push('name')
  if (/\p{N}/u.test(text) || rules.numerals.some((numeral) => plain.startsWith(numeral))) reasons.push('number')
  if (rules.negations.has(plain)) reasons.push('negation')
  return reasons
}

/** The word with what is said around it, never less than a few seconds. */
function heard({ start, end }: Word) {
  const margin = Math.max(MARGIN_SECONDS, (SHORTEST_SECONDS - (end - start)) / 2)
  const from = Math.max(start - margin, 0)
  return {
    start: from,
    end: Math.max(Math.min(end, start + LONGEST_SECONDS - 2 * margin) + margin, from + SHORTEST_SECONDS),
  }
}

const riskOf = ({ reasons }: ReviewPlace) => reasons.reduce((sum, reason) => sum + RISKS[reason], 0)

function join(one: ReviewPlace, other: ReviewPlace): ReviewPlace {
  return {
    start: one.start,
    end: Math.max(one.end, other.end),
    reasons: reviewReasons.filter((reason) => one.reasons.includes(reason) || other.reasons.includes(reason)),
    words: [...one.words, ...other.words],
  }
}
