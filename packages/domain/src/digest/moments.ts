import { contentWords } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { tokensOf } from '#language/tokens.ts'
import { plainForm } from '#transcript/plain-words.ts'

import type { SentenceRange } from './chapters.ts'
import { isTelling } from './read-sentence.ts'
import type { Sentence } from './sentence.ts'

/** `at`: the sentence in the middle. */
export type FoundMoment = SentenceRange & { at: number; score: number }

const NEIGHBOURS = 3
/** What a stem counts by its distance from the middle. */
const NEARNESS = [1, 0.5, 0.3, 0.2]
/** How fast the repetition of a stem stops counting, as in BM25. */
const SATURATION = 1.2
/** A stem and its words begin with the same letters. */
const COMMON_LETTERS = 3

/** Where the recording speaks of a question: windows that do not overlap, best first; none without a common stem. */
export function bestMoments(
  question: string,
  sentences: readonly Pick<Sentence, 'text'>[],
  language: Language,
  count: number,
): FoundMoment[] {
  const texts = sentences.map(({ text }) => plainForm(text))
  const scores = sentences.map(() => 0)
  for (const stem of askedStems(question, language)) {
    const counts = texts.map((text) => countStem(text, stem, language))
    const rarity = Math.log(1 + counts.length / Math.max(1, counts.filter(Boolean).length))
    for (const at of scores.keys()) scores[at] = (scores[at] ?? 0) + rarity * presence(counts, at)
  }
  return apart(best(scores), count).map(({ at, score }) => ({
    at,
    score,
    from: Math.max(0, at - NEIGHBOURS),
    to: Math.min(sentences.length, at + NEIGHBOURS + 1),
  }))
}

/** Stems of the question; reporting words count only if it has no others. */
function askedStems(question: string, language: Language): Set<string> {
  const words = contentWords(question, language)
  const telling = words.filter((word) => isTelling(word, language))
  return new Set((telling.length > 0 ? telling : words).map(({ stem }) => stem))
}

/** Looks for the letters first: stemming every word of a long text would take too long. */
function countStem(text: string, stem: string, language: Language): number {
  if (!text.includes(stem.slice(0, COMMON_LETTERS))) return 0
  return tokensOf(text).filter(({ word }) => language.stem(word) === stem).length
}

/** 0–1: how much of a stem the window around a sentence holds. */
function presence(counts: readonly number[], at: number): number {
  const weights = counts
    .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
    .map((times, index) => times * (NEARNESS[Math.abs(Math.max(0, at - NEIGHBOURS) + index - at)] ?? 0))
  const weight = weights.reduce((sum, one) => sum + one, 0)
  return weight / (weight + SATURATION)
}

const best = (scores: readonly number[]) =>
  scores
    .map((score, at) => ({ at, score }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)

function apart<Found extends { at: number }>(found: readonly Found[], count: number): Found[] {
  const kept: Found[] = []
  for (const one of found) {
    if (kept.length === count) break
    if (kept.every(({ at }) => Math.abs(at - one.at) > 2 * NEIGHBOURS)) kept.push(one)
  }
  return kept
}
