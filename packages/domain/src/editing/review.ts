import type { Span } from '#span.ts'
import type { Segment } from '#transcript/segments.ts'
import { endsSentence } from '#transcript/sentences.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { normalWord } from './align-edit.ts'

export const reviewReasons = ['vocabulary', 'confidence', 'unknown', 'name', 'number', 'negation', 'speaker'] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** Words of a language that deserve a second look, in lower case. */
export type ReviewRules = {
  negations: ReadonlySet<string>
  /** Prefixes of numerals. */
  numerals: readonly string[]
  /** Capitalised words that are not names. */
  notNames: ReadonlySet<string>
  /** Whether the language, the vocabulary or the user knows a word; without it no word is unknown. */
  isKnown?: (word: string) => boolean
}

/** Words to listen to again, of one or more segments, and the span to play. */
export type ReviewSpot = {
  start: number
  end: number
  reasons: readonly ReviewReason[]
  words: readonly { at: number; word: number }[]
}

/** Likelihood and cost of an error. */
const RISKS: Record<ReviewReason, number> = {
  vocabulary: 5,
  confidence: 4,
  unknown: 4,
  name: 3,
  number: 3,
  speaker: 2,
  negation: 1,
}
/** Words with a lower confidence are marked. */
export const UNSURE_BELOW = 0.6
const MARGIN_SECONDS = 1
const SHORTEST_SECONDS = 3
const LONGEST_SECONDS = 8
const SECONDS_TO_DECIDE = 4

/**
 * The risky spots of a transcript in order; overlapping ones are joined while they stay short and ask about one change
 * of speaker at most. Words that the vocabulary asks about are left to its questions.
 */
export function findRisks(segments: readonly Segment[], rules: ReviewRules): ReviewSpot[] {
  const spots: ReviewSpot[] = []
  for (const spot of segments.flatMap((_, at) => risksOf(segments, at, rules)).toSorted((a, b) => a.start - b.start)) {
    const last = spots.at(-1)
    if (last && isOne(last, spot)) spots.splice(-1, 1, join(last, spot))
    else spots.push(spot)
  }
  return spots
}

/** What an estimate of time and risk needs. */
type Risk = Pick<ReviewSpot, 'start' | 'end' | 'reasons'>

/** The most harmful spots first, equal ones in order of time. */
export function byRisk<Spot extends Risk>(spots: readonly Spot[]): Spot[] {
  return spots.toSorted((a, b) => riskOf(b) - riskOf(a) || a.start - b.start)
}

/** As many of the first spots as can be reviewed in the given time, at least one. */
export function withinSeconds<Spot extends Risk>(spots: readonly Spot[], seconds: number): Spot[] {
  let spent = 0
  const isOver = (spot: Spot) => {
    spent += reviewSeconds([spot])
    return spent > seconds
  }
  const over = spots.findIndex(isOver)
  return over < 0 ? [...spots] : spots.slice(0, Math.max(1, over))
}

/** Estimated review time: each spot is played about twice, then decided. */
export function reviewSeconds(spots: readonly Risk[]): number {
  return spots.reduce((sum, { start, end }) => sum + 2 * (end - start) + SECONDS_TO_DECIDE, 0)
}

function risksOf(segments: readonly Segment[], at: number, rules: ReviewRules): ReviewSpot[] {
  const segment = segments[at]
  const previous = segments[at - 1]
  if (!segment) return []
  const words = wordsOf(segment)
  const isNewSpeaker = previous !== undefined && previous.speaker !== segment.speaker
  let before = isNewSpeaker ? undefined : previous?.text
  let asked = 0
  return words.flatMap((spoken, word) => {
    asked = spoken.maybe?.words ?? asked - 1
    const reasons = asked > 0 ? [] : wordReasons(spoken, before === undefined || endsSentence(before), rules)
    before = spoken.text
    if (isNewSpeaker && word === 0) reasons.push('speaker')
    return reasons.length > 0 ? [{ ...spanAround(spoken), reasons, words: [{ at, word }] }] : []
  })
}

function wordReasons({ text, confidence, termId }: Word, isSentenceStart: boolean, rules: ReviewRules): ReviewReason[] {
  const plain = normalWord(text)
  const reasons: ReviewReason[] = []
  if (confidence !== null && confidence < UNSURE_BELOW) reasons.push('confidence')
  if (termId === undefined && rules.isKnown && !rules.isKnown(plain)) reasons.push('unknown')
  if (!isSentenceStart && /^\P{L}*\p{Lu}/u.test(text) && !rules.notNames.has(plain)) reasons.push('name')
  if (/\p{N}/u.test(text) || rules.numerals.some((numeral) => plain.startsWith(numeral))) reasons.push('number')
  if (rules.negations.has(plain)) reasons.push('negation')
  return reasons
}

/** The word with a margin, never shorter than a few seconds. */
export function spanAround({ start, end }: Span): Span {
  const margin = Math.max(MARGIN_SECONDS, (SHORTEST_SECONDS - (end - start)) / 2)
  const from = Math.max(start - margin, 0)
  return {
    start: from,
    end: Math.max(Math.min(end, start + LONGEST_SECONDS - 2 * margin) + margin, from + SHORTEST_SECONDS),
  }
}

const riskOf = ({ reasons }: Risk) => reasons.reduce((sum, reason) => sum + RISKS[reason], 0)

function isOne(last: ReviewSpot, spot: ReviewSpot): boolean {
  const hasTwoBorders = last.reasons.includes('speaker') && spot.reasons.includes('speaker')
  return !hasTwoBorders && spot.start <= last.end && spot.end - last.start <= LONGEST_SECONDS
}

function join(one: ReviewSpot, other: ReviewSpot): ReviewSpot {
  return {
    start: one.start,
    end: Math.max(one.end, other.end),
    reasons: reviewReasons.filter((reason) => one.reasons.includes(reason) || other.reasons.includes(reason)),
    words: [...one.words, ...other.words],
  }
}
