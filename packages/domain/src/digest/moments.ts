import { contentWords } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'

import type { SentenceRange } from './chapters.ts'
import type { Bag } from './cheapest-cuts.ts'
import { isTelling } from './read-sentence.ts'
import type { Sentence } from './sentence.ts'
import { idfOf } from './vectors.ts'

/** `at`: the sentence in the middle. */
export type FoundMoment = SentenceRange & { at: number; score: number }

const NEIGHBOURS = 3
/** What a stem counts by its distance from the middle. */
const NEARNESS = [1, 0.5, 0.3, 0.2]
/** How fast repetition of one stem stops counting, as in BM25. */
const SATURATION = 1.2

/** Where the recording speaks of a question: windows that do not overlap, best first; none if it has none of its words. */
export function bestMoments(
  question: string,
  sentences: readonly Pick<Sentence, 'text'>[],
  language: Language,
  count: number,
): FoundMoment[] {
  const bags = sentences.map(({ text }) => contentWords(text, language).map(({ stem }) => stem))
  const idf = idfOf(bags)
  const asked = askedStems(question, language)
  const scored = bags
    .map((_, at) => ({ at, score: asked.reduce((sum, stem) => sum + idf(stem) * presence(bags, at, stem), 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score || one.at - other.at)
  return apart(scored, count).map(({ at, score }) => ({
    at,
    score,
    from: Math.max(0, at - NEIGHBOURS),
    to: Math.min(sentences.length, at + NEIGHBOURS + 1),
  }))
}

/** Stems of the question; reporting words count only if it has no others. */
function askedStems(question: string, language: Language): string[] {
  const words = contentWords(question, language)
  const telling = words.filter((word) => isTelling(word, language))
  return [...new Set((telling.length > 0 ? telling : words).map(({ stem }) => stem))]
}

/** 0–1: how much of a stem the window around a sentence holds. */
function presence(bags: readonly Bag[], at: number, stem: string): number {
  let weight = 0
  for (let other = at - NEIGHBOURS; other <= at + NEIGHBOURS; other++)
    for (const said of bags[other] ?? []) if (said === stem) weight += NEARNESS[Math.abs(other - at)] ?? 0
  return weight / (weight + SATURATION)
}

function apart<Found extends { at: number }>(scored: readonly Found[], count: number): Found[] {
  const kept: Found[] = []
  for (const found of scored) {
    if (kept.length === count) break
    if (kept.every(({ at }) => Math.abs(at - found.at) > 2 * NEIGHBOURS)) kept.push(found)
  }
  return kept
}
