import type { Declension } from '#editing/word-forms.ts'
import { isAlike } from '#evidence/alike.ts'
import type { ContentWord } from '#language/content-words.ts'
import { plainForm } from '#transcript/words.ts'

import type { Pause } from './in-batches.ts'
import { capitalised, type DigestLanguage } from './language.ts'
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

const SINGULAR = 0
const ACCUSATIVE = 3
const PLURAL = 6
const CASES = 6

/**
 * The nominative among the forms said of a word, if a table declines it into all of them and into known words. A form without an ending may
 * also be the genitive plural of a feminine; then the nominative plural is the safer choice, if it was said.
 */
export function nominativeOf(
  said: readonly string[],
  { declensions, isKnown }: Pick<DigestLanguage, 'declensions' | 'isKnown'>,
): string | null {
  const terms = declensions.filter(({ of }) => of === 'terms')
  const forms = said.map(plainForm)
  const readings = said.flatMap((form) => terms.flatMap((table) => readingsOf(form, forms, table, isKnown)))
  const singular = readings.filter(({ isPlural }) => !isPlural)
  const bare = singular.find(({ isBare }) => isBare)
  const found = bare
    ? (readings.find(({ isPlural, isFeminine }) => isPlural && isFeminine) ?? bare)
    : (singular[0] ?? readings[0])
  return found?.form ?? null
}

type Reading = { form: string; isPlural: boolean; isBare: boolean; isFeminine: boolean }

/** How a table reads a form as a nominative from which it makes every other form. */
function readingsOf(
  form: string,
  forms: readonly string[],
  { stem: fits, endings }: Declension,
  isKnown: (word: string) => boolean,
): Reading[] {
  const all = new Set(endings.flat())
  const singular = new Set(endings.slice(SINGULAR, CASES).flat())
  const explains = (ending: string, place: number) => {
    const stem = form.slice(0, form.length - ending.length)
    return (
      plainForm(form).endsWith(ending) &&
      fits.test(plainForm(stem)) &&
      endings.slice(place, place + CASES).every((variants) => variants.some((one) => isKnown(stem + one))) &&
      forms.every((other) => isFormOf(other, plainForm(stem), all)) &&
      // A plural that also reads as a singular is one in another case.
      (place === SINGULAR || !forms.every((other) => isFormOf(other, plainForm(stem), singular)))
    )
  }
  return [SINGULAR, PLURAL].flatMap((place) =>
    (endings[place] ?? [])
      .filter((ending) => explains(ending, place))
      .map((ending) => ({
        form,
        isPlural: place === PLURAL,
        isBare: ending === '',
        isFeminine: isFeminine(endings),
      })),
  )
}

/** The only gender whose accusative differs from the nominative and whose nominative has an ending. */
const isFeminine = (endings: Declension['endings']) =>
  !endings[SINGULAR]?.includes('') && endings[SINGULAR]?.[0] !== endings[ACCUSATIVE]?.[0]

const isFormOf = (form: string, stem: string, endings: ReadonlySet<string>) =>
  form.startsWith(stem) && endings.has(form.slice(stem.length))
