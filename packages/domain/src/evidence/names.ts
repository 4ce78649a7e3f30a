import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm, plainWords } from '#transcript/plain-words.ts'

import { editDistance } from './alike.ts'
import { type Evidence, hasCapital } from './prepare.ts'

/** A short name has to agree to the letter; in a longer one recognition may have missed one. */
const LETTERS_FOR_A_SLIP = 5
const SHORTEST_BEGINNING = 3
const LONGEST_ENDING = 2

/** Whether two words name one person or thing: in any case, short or full, misheard by a letter. */
export function isSameName(a: string, b: string, language: Language): boolean {
  const [x, y] = [stemOf(a, language), stemOf(b, language)]
  if (x === y || fullNames(x, language).some((name) => fullNames(y, language).includes(name))) return true
  const [shorter, longer] = x.length < y.length ? [x, y] : [y, x]
  if (shorter.length < SHORTEST_BEGINNING) return false
  if (longer.startsWith(shorter) && longer.length - shorter.length <= LONGEST_ENDING) return true
  return shorter.length >= LETTERS_FOR_A_SLIP && editDistance(x, y, 1) <= 1
}

/** Whether a word is the name of a person and not of a place or a company. */
export function isPerson(word: string, { speakerNames }: Evidence, language: Language): boolean {
  if (language.names.given.has(stemOf(word, language)) || language.names.surname.test(plainForm(word))) return true
  return [...speakerNames.values()].some((name) => isNameIn(word, name, language))
}

/** Whether a word is a part of a speaker's name. */
export function isNameIn(word: string, name: string, language: Language): boolean {
  return plainWords(name).some((part) => isSameName(part, word, language))
}

/**
 * Names in a statement. A capital at the start of a sentence proves nothing: that word must be a name in the transcript,
 * a speaker or a given name.
 */
export function namesOf(words: readonly ContentWord[], evidence: Evidence, language: Language): ContentWord[] {
  return words.filter((word) => hasCapital(word.raw) && (!word.isFirst || isKnownName(word, evidence, language)))
}

function isKnownName({ raw, stem }: ContentWord, evidence: Evidence, language: Language): boolean {
  if (language.names.given.has(stem) && !evidence.lowered.has(stem)) return true
  return (
    [...evidence.capitals.values()].some((name) => isSameName(name, raw, language)) ||
    [...evidence.speakerNames.values()].some((name) => isNameIn(raw, name, language))
  )
}

function stemOf(word: string, { stem, names }: Language): string {
  return stem(plainForm(word)).replace(names.fleeting, '')
}

const fullNames = (stem: string, { names }: Language): readonly string[] => names.full.get(stem) ?? [stem]
