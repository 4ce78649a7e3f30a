import { isAlike } from '#evidence/alike.ts'
import type { ContentWord } from '#language/content-words.ts'
import { plainForm } from '#transcript/plain-words.ts'

import { capitalised } from './fillers.ts'
import type { Pause } from './in-batches.ts'
import type { DigestLanguage } from './language.ts'
import { nominativeOf } from './nominative.ts'
import { isName } from './read-sentence.ts'
import { countsOf } from './vectors.ts'

const MOST_WORDS = 3
/** A third word is worth showing if it scores this share of the first. */
const THIRD_SHARE = 0.6
const GIVEN_NAME_WEIGHT = 0.5

/** The telling words of a chapter. */
export type WordsByStem = ReadonlyMap<string, readonly ContentWord[]>

/** Two or three words that tell each chapter from the others, in a form that was said. */
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
    const best = firstFew(withoutAlike(preferRepeated(weighed(scored, language)), language))
    named.push(best.map((word) => usualForm(word, language)))
  }
  return named
}

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

/** Words said once name a chapter only if no word was said twice. */
function preferRepeated(scored: readonly Scored[]): readonly Scored[] {
  const repeated = scored.filter(({ said }) => said.length > 1)
  return repeated.length > 0 ? repeated : scored
}

/** Drops stems of one word that end differently. */
function withoutAlike(scored: readonly Scored[], { grammar }: DigestLanguage): Scored[] {
  const kept: Scored[] = []
  for (const word of scored.slice(0, 4 * MOST_WORDS))
    if (!kept.some(({ stem }) => isAlike(stem, word.stem, grammar))) kept.push(word)
  return kept
}

function firstFew(scored: readonly Scored[]): readonly Scored[] {
  const third = scored[MOST_WORDS - 1]
  return scored.slice(0, third && third.score >= THIRD_SHARE * (scored[0]?.score ?? 0) ? MOST_WORDS : MOST_WORDS - 1)
}

/** The nominative if it was said, else the most frequent form that fits a title. Names keep their capitals. */
function usualForm({ said }: Scored, { titleWeight, declensions }: DigestLanguage): string {
  const forms = [...countsOf(said.map(({ raw }) => raw.toLowerCase()))]
    .filter(([form]) => titleWeight(plainForm(form)) > 0)
    .toSorted(([one, times], [other, more]) => more - times || one.length - other.length)
    .map(([form]) => form)
  const form = nominativeOf(forms, declensions) ?? forms[0] ?? ''
  const inside = said.filter(({ isFirst }) => !isFirst)
  const name = inside.length > 0 && inside.every(isName) && said.find(({ raw }) => raw.toLowerCase() === form)
  return name ? capitalised(name.raw) : form
}
