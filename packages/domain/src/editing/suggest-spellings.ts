import { plainForm } from '#transcript/words.ts'
import type { VocabularyLanguage } from '#vocabulary/language.ts'
import { likeness } from '#vocabulary/match.ts'
import { tablesOf } from '#vocabulary/sounds.ts'

import { inCaseOf } from './replace.ts'

/** Sources of the right spelling of a word. */
export type Spellings = {
  language: VocabularyLanguage
  /** The letters of the language. */
  letters: string
  /** Whether a word exists; without it only own words are suggested. */
  isKnown?: ((word: string) => boolean) | undefined
  /** Words of the vocabulary, typed by a person, or frequent in the recording, as they are written. */
  own: readonly string[]
}

const MOST_SUGGESTIONS = 3
const SHORTEST_LETTERS = 4
/** Own words may sound less alike than the words of the language: there are few of them. */
const OWN_LIKENESS = 0.7
const LIKENESS = 0.75

/** The likeliest spellings of a word that sounds like what was heard, own words first, in its case. */
export function suggestSpellings(heard: string, { language, letters, isKnown, own }: Spellings): string[] {
  const plain = plainForm(heard)
  if (plain.length < SHORTEST_LETTERS || !/^\p{L}+$/u.test(plain)) return []
  const tables = tablesOf(language.costs)
  const sounds = language.soundsOf(plain)
  const ranked = (words: readonly string[], least: number) =>
    words
      .map((word) => ({ word, alike: likeness(sounds, language.soundsOf(word), tables) }))
      .filter(({ word, alike }) => alike >= least && plainForm(word) !== plain)
      .toSorted((one, other) => other.alike - one.alike)
      .map(({ word }) => word)
  const neighbours = isKnown ? oneLetterAway(plain, letters).filter(isKnown) : []
  const all = [...ranked(own, OWN_LIKENESS), ...ranked(neighbours, LIKENESS)].map((word) => inCaseOf(heard, word))
  return [...new Set(all)].slice(0, MOST_SUGGESTIONS)
}

/** Every string that differs in one letter, or has two of them exchanged. */
function oneLetterAway(word: string, letters: string): string[] {
  const all = Array.from({ length: word.length + 1 }, (_, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const rest = after.slice(1)
    const exchanged = rest ? [before + rest.charAt(0) + after.charAt(0) + rest.slice(1)] : []
    const others = Array.from(letters, (letter) => (after ? [before + letter + rest, before + letter + after] : [before + letter])) // prettier-ignore
    return [...exchanged, before + rest, ...others.flat()]
  })
  return [...new Set(all.flat())]
}
