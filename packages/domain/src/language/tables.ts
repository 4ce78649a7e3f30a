/** A language supplies words in their `plainForm`; `makeLanguage` stems them. */
export type Tables = {
  numeralOf: (word: string) => Numeral | null
  /** Cardinals long enough to be known when one letter is misheard. */
  numerals: readonly string[]
  stopWords: ReadonlySet<string>
  /** Words that report speech or name a role: they say nothing that the recording could contradict. */
  reporting: ReadonlySet<string>
  /** Words that any recording could be described by: different questions, important points. */
  generic: ReadonlySet<string>
  /** A text that only names what the recording is about. */
  frame: RegExp
  /** Verbs too general to carry a statement. */
  lightVerbs: ReadonlySet<string>
  negation: Negation
  /** Patterns of stems that mean the contrary of each other. */
  opposites: readonly (readonly [RegExp, RegExp])[]
  calendar: Calendar
  names: NameTables
  grammar: Grammar
  clause: ClauseTables
  context: ContextRules
}

/**
 * A word that counts. `unit` is below twenty; `whole` stands alone (one and a half, twice); `share` is the denominator
 * of a fraction.
 */
export type Numeral = {
  kind: 'unit' | 'ten' | 'hundred' | 'multiplier' | 'whole' | 'share'
  value: number
  isOrdinal: boolean
}

export type Negation = {
  /** Words that deny what follows them. */
  words: ReadonlySet<string>
  /** Those of them that deny one word and no more: «without». */
  short: ReadonlySet<string>
  /** After a negating word these restrict instead of denying: «not only». */
  restricting: ReadonlySet<string>
  /** Negative pronouns. Alone they leave open what is denied; the negation that follows them decides it. */
  pronouns: ReadonlySet<string>
  /** Modal verbs, a pattern for all forms of each. A negated one leaves open which word of the clause is denied. */
  modals: readonly RegExp[]
  /** Words that mean a negated modal by themselves, and the index of the modal. */
  negatedModals: ReadonlyMap<string, number>
  /** Words that deny a whole clause. */
  absence: ReadonlySet<string>
  /** Beginnings that turn a word into its opposite. */
  prefixes: readonly string[]
  /** Words whose meaning is a negation: refuse, cancel. */
  denying: RegExp
  /** A text that denies that something exists. */
  nonexistence: RegExp
}

export type Calendar = {
  /** A weekday, a month or a day relative to today, under one name for all its forms. */
  dayOf: (word: string) => string | null
  isMonth: (word: string) => boolean
  /** The word after a year. */
  year: RegExp
}

export type NameTables = {
  given: ReadonlySet<string>
  /** A short name and a full name that it may stand for. */
  short: readonly (readonly [string, string])[]
  /** Matches surnames and patronymics in any case. */
  surname: RegExp
  /** Matches names of towns and companies. */
  place: RegExp
  /** Well-known towns, countries and companies. */
  places: ReadonlySet<string>
  /** Phrases before a speaker's own name and before the name of a guest. */
  introductions: { self: RegExp; guest: RegExp }
  /** Fleeting vowel: dropped before an ending. */
  fleeting: RegExp
}

export type Grammar = {
  /** Words after which a new clause begins. */
  conjunctions: ReadonlySet<string>
  verbEnd: RegExp
  /** Adjectives and comparatives. */
  qualityEnd: RegExp
  pastEnd: RegExp
  /** Consonant alternations at the end of a stem. */
  changes: readonly string[]
  /** Beginnings that make a verb perfective and leave its meaning. */
  perfective: readonly string[]
  /** Beginnings that make a new word of any noun. */
  compound: RegExp
  percent: RegExp
  /** Stop words that numbers count all the same. */
  counted: ReadonlySet<string>
  /** The word after an hour. */
  hour: RegExp
  /** «With a half», spoken after a number. */
  plusHalf: readonly [string, string]
  /** A text that counts roughly. */
  roughly: RegExp
  /** A text with two numbers in order: from one to the other. */
  range: RegExp
  /** A text that supposes. */
  condition: RegExp
  /** A text that claims no more than a possibility. */
  tentative: RegExp
}

/** The subject that a predicate requires: none, one of a gender, one in the singular, or any. */
export type Predicate = 'alone' | 'masculine' | 'feminine' | 'singular' | 'any'

/** Tells a whole sentence by its words; what a word may be is read from its ending. */
export type ClauseTables = {
  predicateOf: (word: string) => Predicate | null
  /** Whether a word may be the subject of such a predicate. */
  isNominative: (word: string, predicate: Predicate) => boolean
  isInfinitive: (word: string) => boolean
  isAdjective: (word: string) => boolean
  prepositions: ReadonlySet<string>
  /** Words that no sentence ends with; the prepositions among them never stand before a sign. */
  open: ReadonlySet<string>
  /** Words that begin a clause which cannot stand alone. */
  subordinators: ReadonlySet<string>
  /** The word that joins two nouns: «this is». */
  copula: string
  /** Pronouns, and the ending that their verb has. */
  pronounVerbs: ReadonlyMap<string, RegExp>
}

/** Signs that a sentence is not understood without those before it. Patterns find them in the plain form of a text. */
export type ContextRules = {
  /** A beginning that goes on with a thought. */
  opener: RegExp
  /** A word that points at something said before the sentence. */
  pointer: RegExp
  courtesy: RegExp
  thirdPersons: ReadonlySet<string>
  /** Words between two verbs of one clause; without one a border was not heard. */
  joining: ReadonlySet<string>
}
