import type { Span } from '#span.ts'
import type { Segment } from '#transcript/segments.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import { endsSentence, type Word } from '#transcript/words.ts'

import { normalWord } from './edit-text.ts'
import { type Declensions, formsOf } from './word-forms.ts'

/** In the order of harm: a word that has several is asked about for the first one. */
export const reviewReasons = ['unheard', 'vocabulary', 'unknown', 'name', 'number', 'confidence', 'speaker', 'negation'] as const // prettier-ignore
export type ReviewReason = (typeof reviewReasons)[number]

/** Words of a language that deserve a second look, in lower case. */
export type ReviewRules = {
  negations: ReadonlySet<string>
  /** Prefixes of numerals. */
  numerals: readonly string[]
  /** Capitalised words that are not names. */
  notNames: ReadonlySet<string>
  declensions: Declensions
  /** Whether the language, the vocabulary or the user knows a word; without it no word is unknown. */
  isKnown?: (word: string) => boolean
  /** Whether a person typed this spelling or called it right. */
  isConfirmed?: (word: string) => boolean
}

/** A word to listen to again: word `word` of segment `at`. */
export type Risk = { at: number; word: number; reason: ReviewReason }

/** The input of an estimate of time and harm: places per answer, and risks around the first. */
export type Ranked = Span & { reason: ReviewReason; count: number; nearby: number }

/** One question about all its places, the one to play first. */
export type ReviewSpot = Ranked & { places: readonly Risk[] }

/** Likelihood and cost of an error. */
const HARM: Record<ReviewReason, number> = {
  unheard: 6,
  vocabulary: 5,
  unknown: 4,
  name: 3,
  number: 3,
  confidence: 4,
  speaker: 2,
  negation: 1,
}
/** The first questions, whatever their harm: speech without words, then names and numbers. */
const TURN: Record<ReviewReason, number> = {
  unheard: 0,
  vocabulary: 1,
  unknown: 1,
  name: 1,
  number: 1,
  confidence: 2,
  speaker: 2,
  negation: 2,
}
/** A wrong spelling is wrong wherever it stands, in any form. */
export const SPELLED: readonly ReviewReason[] = ['unknown', 'name']
/** Words with a lower confidence are marked. */
export const UNSURE_BELOW = 0.6
const MARGIN_SECONDS = 1
const SHORTEST_SECONDS = 3
const LONGEST_SECONDS = 8
const SECONDS_TO_DECIDE = 4
/** Voices are told apart well where they speak for longer. */
const SHORT_TURN_SECONDS = 3

/** Every risky word in order. Words that the vocabulary asks about are left to its questions. */
export function findRisks(segments: readonly Segment[], rules: ReviewRules): Risk[] {
  return segments.flatMap((_, at) => risksOf(segments, at, rules))
}

/** One question per word, whatever its form, per speaker with short turns, and per word that is hard to hear. */
export function groupRisks(segments: readonly Segment[], risks: readonly Risk[], rules: ReviewRules): ReviewSpot[] {
  const plain = ({ at, word }: Risk) => normalWord(wordAt(segments, at, word)?.text ?? '')
  const spelled = risks.filter(({ reason }) => SPELLED.includes(reason))
  const lemmas = lemmasOf(new Set(spelled.map(plain)), rules.declensions)
  const keyOf = (risk: Risk) => {
    if (SPELLED.includes(risk.reason)) return `word ${lemmas.get(plain(risk))}`
    if (risk.reason === 'speaker') return `speaker ${segments[risk.at]?.speaker}`
    return risk.reason === 'confidence' ? `${risk.at} ${risk.word}` : `${risk.reason} ${plain(risk)}`
  }
  const inSegment = Map.groupBy(risks, ({ at }) => at)
  const nearby = ({ at }: Risk) => inSegment.get(at)?.length ?? 0
  return [...Map.groupBy(risks, keyOf).values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => nearby(b) - nearby(a))
    const spoken = first && wordAt(segments, first.at, first.word)
    const reason = reviewReasons.find((one) => group.some((place) => place.reason === one))
    if (!spoken || !reason) return []
    return [{ ...spanAround(spoken), reason, count: group.length, nearby: nearby(first), places: [first, ...others] }]
  })
}

/** The most harmful first: by turn, by places times harm, then where most is wrong at once, then by time. */
export function byHarm<Item extends Ranked>(items: readonly Item[]): Item[] {
  const harmOf = ({ reason, count }: Item) => HARM[reason] * count
  return items.toSorted(
    (a, b) => TURN[a.reason] - TURN[b.reason] || harmOf(b) - harmOf(a) || b.nearby - a.nearby || a.start - b.start,
  )
}

/** As many of the first questions as can be answered in the given time, at least one. */
export function withinSeconds<Item extends Span>(items: readonly Item[], seconds: number): Item[] {
  let spent = 0
  const isOver = (item: Item) => {
    spent += reviewSeconds([item])
    return spent > seconds
  }
  const over = items.findIndex(isOver)
  return over < 0 ? [...items] : items.slice(0, Math.max(1, over))
}

/** Estimated review time: each question is played about twice, then decided. */
export function reviewSeconds(items: readonly Span[]): number {
  return items.reduce((sum, { start, end }) => sum + 2 * (end - start) + SECONDS_TO_DECIDE, 0)
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

function risksOf(segments: readonly Segment[], at: number, rules: ReviewRules): Risk[] {
  const segment = segments[at]
  const previous = segments[at - 1]
  if (!segment) return []
  const isNewSpeaker = previous !== undefined && previous.speaker !== segment.speaker
  let before = isNewSpeaker ? undefined : previous?.text
  let asked = 0
  return wordsOf(segment).flatMap((spoken, word) => {
    asked = spoken.maybe?.words ?? asked - 1
    const reason = asked > 0 ? undefined : reasonOf(spoken, before === undefined || endsSentence(before), rules)
    before = spoken.text
    const risks: Risk[] = reason ? [{ at, word, reason }] : []
    return isNewSpeaker && word === 0 && turnSeconds(segments, at) < SHORT_TURN_SECONDS
      ? [{ at, word, reason: 'speaker' }, ...risks]
      : risks
  })
}

function reasonOf(
  { text, confidence, termId }: Word,
  isSentenceStart: boolean,
  rules: ReviewRules,
): ReviewReason | undefined {
  const plain = normalWord(text)
  if (!rules.isConfirmed?.(plain)) {
    if (termId === undefined && rules.isKnown && !rules.isKnown(plain)) return 'unknown'
    if (!isSentenceStart && /^\P{L}*\p{Lu}/u.test(text) && !rules.notNames.has(plain)) return 'name'
  }
  if (/\p{N}/u.test(text) || rules.numerals.some((numeral) => plain.startsWith(numeral))) return 'number'
  if (confidence !== null && confidence < UNSURE_BELOW) return 'confidence'
  return rules.negations.has(plain) ? 'negation' : undefined
}

/** How long a speaker goes on from a segment; longer turns are not read to their ends. */
function turnSeconds(segments: readonly Segment[], from: number): number {
  const first = segments[from]
  let last = first
  for (let at = from + 1; first && last && last.end - first.start < SHORT_TURN_SECONDS; at++) {
    if (segments[at]?.speaker !== first.speaker) break
    last = segments[at]
  }
  return first && last ? last.end - first.start : 0
}

/** The word that stands for all its forms, by each of them. */
function lemmasOf(words: ReadonlySet<string>, declensions: Declensions): ReadonlyMap<string, string> {
  const lemmas = new Map<string, string>()
  for (const word of words) {
    if (lemmas.has(word)) continue
    const to = word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())
    // A capital at the start of a sentence is declined like a name and like a word.
    for (const form of [word, ...formsOf({ from: word, to, isSentenceStart: true }, declensions).keys()])
      if (words.has(form) && !lemmas.has(form)) lemmas.set(form, word)
  }
  return lemmas
}

function wordAt(segments: readonly Segment[], at: number, word: number): Word | undefined {
  const segment = segments[at]
  return segment && wordsOf(segment)[word]
}
