import type { Declensions } from '#editing/word-forms.ts'

/** The part of a language that compares words by sound. */
export type VocabularyLanguage = {
  declensions: Declensions
  /** Matches a word, or the last part of a compound, that has case forms. */
  declined: RegExp
  /** Matches the ending of the genitive by which an adjective is known. */
  adjectiveGenitive: RegExp
  /** Matches nouns in the nominative that end like an adjective. */
  nounsLikeAdjectives: RegExp
  /** How a word sounds, one character per sound of `costs`. */
  soundsOf: (word: string) => string
  costs: SoundCosts
  /** Classes of consonants that are taken for each other; sounds without a class are left out. */
  classOf: ReadonlyMap<string, string>
  /** Cases that a preposition asks for, 0 to 5. */
  casesAfter: ReadonlyMap<string, readonly number[]>
}

export type SoundCosts = {
  /** Every sound, one character each. */
  sounds: string
  /** The cost of a sound that is lost or added. */
  lost: (sound: string) => number
  /** The cost of one sound heard as another. */
  changed: (sound: string, other: string) => number
}
