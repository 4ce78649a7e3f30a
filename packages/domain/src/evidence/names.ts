import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm } from '#transcript/words.ts'

import { editDistance } from './alike.ts'
import type { Evidence } from './prepare.ts'
import { hasCapital, isSetOff, type ReadText } from './read.ts'

/** A short name has to agree to the letter; in a longer one recognition may have missed one. */
const LETTERS_FOR_A_SLIP = 5
const SHORTEST_BEGINNING = 3
const LONGEST_ENDING = 2

/** Whether two stems name one person or thing: in any case, short or full, misheard by a letter. */
export function isSameName(a: string, b: string, language: Language): boolean {
  if (a === b) return true
  const { fleeting } = language.names
  const [x, y] = [a.replace(fleeting, ''), b.replace(fleeting, '')]
  if (x === y || fullNames(x, language).some((name) => fullNames(y, language).includes(name))) return true
  const [shorter, longer] = x.length < y.length ? [x, y] : [y, x]
  if (shorter.length < SHORTEST_BEGINNING) return false
  if (longer.startsWith(shorter) && longer.length - shorter.length <= LONGEST_ENDING) return true
  return shorter.length >= LETTERS_FOR_A_SLIP && editDistance(x, y, 1) <= 1
}

/** Whether a word is the name of a person and not of a place or a company. */
export function isPerson({ raw, stem }: ContentWord, { speakers }: Evidence, language: Language): boolean {
  if (language.names.given.has(stem.replace(language.names.fleeting, ''))) return true
  return (
    language.names.surname.test(plainForm(raw)) ||
    [...speakers.values()].some((name) => holdsName(name, stem, language))
  )
}

/** Whether one of the stems is the same name. */
export function holdsName(stems: Iterable<string>, name: string, language: Language): boolean {
  for (const stem of stems) if (isSameName(stem, name, language)) return true
  return false
}

/** A name between signs calls somebody: it is not spoken of. */
export function isAddress(word: ContentWord, text: ReadText): boolean {
  return isSetOff([word], text)
}

/**
 * Names in a statement. A capital at the start of a sentence proves nothing: that word must be a name in the transcript,
 * a speaker or a given name.
 */
export function namesOf(words: readonly ContentWord[], evidence: Evidence, language: Language): ContentWord[] {
  return words.filter((word) => hasCapital(word.raw) && (!word.isFirst || isKnownName(word, evidence, language)))
}

function isKnownName({ stem }: ContentWord, evidence: Evidence, language: Language): boolean {
  const isListed = language.names.given.has(stem) || language.names.places.has(stem)
  if (isListed && !evidence.lowered.has(stem)) return true
  if (holdsName(evidence.innerNames, stem, language)) return true
  return [...evidence.speakers.values()].some((name) => holdsName(name, stem, language))
}

const fullNames = (stem: string, { names }: Language): readonly string[] => names.full.get(stem) ?? [stem]
