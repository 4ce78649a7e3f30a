import { isAlike } from '#evidence/alike.ts'
import { contentWords } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm } from '#transcript/words.ts'

import type { SentenceRange } from './chapters.ts'
import { isTelling, type Sentence } from './read-sentence.ts'

/** `at`: the sentence in the middle. */
export type FoundMoment = SentenceRange & { at: number; score: number }

/** The weight of a stem by its distance from the middle of a window. */
const NEARNESS = [1, 0.5, 0.3, 0.2]
const NEIGHBOURS = NEARNESS.length - 1
/** How fast the repetition of a stem stops counting, as in BM25. */
const SATURATION = 1.2
/** The weight of a stem that only resembles the one asked for. */
const ALIKE_SHARE = 0.6
/** A stem and its words begin with the same letters. */
const COMMON_LETTERS = 3
const WORD = /\p{L}+(?:-\p{L}+)*/gu

/** Where the recording speaks of a question: windows that do not overlap, best first; none without a common stem. */
export function bestMoments(
  question: string,
  sentences: readonly Pick<Sentence, 'text'>[],
  language: Language,
  count: number,
): FoundMoment[] {
  const asked = askedStems(question, language)
  const shares = sharesIn(sentences, asked, language)
  const scores = sentences.map(() => 0)
  for (const index of asked.keys()) {
    const said = shares.map((of) => of?.[index] ?? 0)
    const rarity = Math.log(1 + said.length / Math.max(1, said.filter(Boolean).length))
    for (const [at, of] of shares.entries()) if (of) scores[at] = (scores[at] ?? 0) + rarity * presence(said, at)
  }
  return apart(best(scores), count).map(({ at, score }) => ({
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

/** How often each sentence says each of the stems; null if it says none. */
function sharesIn(
  sentences: readonly Pick<Sentence, 'text'>[],
  asked: readonly string[],
  language: Language,
): (number[] | null)[] {
  const beginnings = asked.map((stem) => stem.slice(0, COMMON_LETTERS))
  return sentences.map(({ text }) => {
    const plain = plainForm(text)
    // Stemming every word of a long text would take too long.
    if (!beginnings.some((beginning) => plain.includes(beginning))) return null
    const words = plain.match(WORD)?.filter((word) => beginnings.some((beginning) => word.startsWith(beginning))) ?? []
    const stems = words.map((word) => language.stem(word))
    const shares = asked.map((stem) => stems.reduce((sum, other) => sum + shareOf(other, stem, language), 0))
    return shares.some(Boolean) ? shares : null
  })
}

function shareOf(said: string, asked: string, { grammar }: Language): number {
  if (said === asked) return 1
  return isAlike(said, asked, grammar) ? ALIKE_SHARE : 0
}

/** 0–1: how much of a stem the window around a sentence holds. */
function presence(said: readonly number[], at: number): number {
  const weight = NEARNESS.reduce((sum, nearness, distance) => {
    const both = (said[at - distance] ?? 0) + (distance > 0 ? (said[at + distance] ?? 0) : 0)
    return sum + nearness * both
  }, 0)
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
