import { isAlike } from '#evidence/alike.ts'
import type { ContentWord } from '#language/content-words.ts'
import { plainForm } from '#transcript/plain-words.ts'

import { capitalised } from './fillers.ts'
import type { Pause } from './in-batches.ts'
import type { DigestLanguage } from './language.ts'
import { nominativeOf } from './nominative.ts'
import { isName } from './read-sentence.ts'
import { countsOf } from './vectors.ts'

const FEWEST_WORDS = 2
const MOST_WORDS = 3
/** Nominatives are looked for among so many of the best words. */
const MOST_TRIED = 24
/** A third word is worth showing if it scores this share of the first. */
const THIRD_SHARE = 0.6
const GIVEN_NAME_WEIGHT = 0.5

/** The telling words of a chapter. */
export type WordsByStem = ReadonlyMap<string, readonly ContentWord[]>

/** Two or three nouns that tell each chapter from the others and are said more than once; none without two of them. */
export async function keyWords(
  chapters: readonly WordsByStem[],
  language: DigestLanguage,
  pause: Pause,
): Promise<string[][]> {
  const chaptersWith = countsOf(chapters.flatMap((words) => [...words.keys()]))
  const rarity = (stem: string) => Math.log(1 + chapters.length / (chaptersWith.get(stem) ?? 1))
  const named: string[][] = []
  for (const words of chapters) {
    await pause()
    const scored = [...words].map(([stem, said]) => ({ stem, said, score: said.length * rarity(stem) }))
    const repeated = weighed(scored, language).filter(({ said }) => said.length > 1)
    const nouns = repeated.slice(0, MOST_TRIED).flatMap((word) => inNominative(word, language))
    const best = firstFew(withoutAlike(nouns, language))
    named.push(best.length < FEWEST_WORDS ? [] : best.map(({ title }) => title))
  }
  return named
}

type Titled = Scored & { title: string }
type Scored = { stem: string; said: readonly ContentWord[]; score: number }

/** Best first. Scores count by how well the words name a chapter. */
function weighed(scored: readonly Scored[], language: DigestLanguage): Scored[] {
  return scored
    .map((word) => ({ ...word, score: word.score * nameWeight(word, language) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
}

function nameWeight({ stem, said }: Scored, { titleWeight, names }: DigestLanguage): number {
  const forms = new Set(said.map(({ raw }) => plainForm(raw)))
  const weight = Math.max(...[...forms].map(titleWeight))
  return names.given.has(stem) ? weight * GIVEN_NAME_WEIGHT : weight
}

/** Drops stems of one word that end differently. */
function withoutAlike(scored: readonly Titled[], { grammar }: DigestLanguage): Titled[] {
  const kept: Titled[] = []
  for (const word of scored) if (!kept.some(({ stem }) => isAlike(stem, word.stem, grammar))) kept.push(word)
  return kept
}

function firstFew(scored: readonly Titled[]): readonly Titled[] {
  const third = scored[MOST_WORDS - 1]
  return scored.slice(0, third && third.score >= THIRD_SHARE * (scored[0]?.score ?? 0) ? MOST_WORDS : MOST_WORDS - 1)
}

/** The word as it stands in a title; names keep their capitals. None without its nominative where that is known, and none of adjectives. */
function inNominative(word: Scored, language: DigestLanguage): Titled[] {
  const { said } = word
  const forms = [...countsOf(said.map(({ raw }) => raw.toLowerCase()))]
    .toSorted(([one, times], [other, more]) => more - times || one.length - other.length)
    .map(([form]) => form)
  const form = language.declensions.length > 0 ? nominativeOf(forms, language) : forms[0]
  if (!form || language.titleWeight(plainForm(form)) < 1) return []
  const inside = said.filter(({ isFirst }) => !isFirst)
  const name = inside.length > 0 && inside.every(isName)
  return [{ ...word, title: name ? capitalised(form) : form }]
}
