/** The case that a phrase asks of a name. */
export type NameForm = 'nominative' | 'dative'

/** The name that words begin with, in the nominative, and how many of them it takes. */
export type ReadName = (
  words: readonly string[],
  form: NameForm,
  isAny: boolean,
) => { name: string; words: number } | null

/** Whom a name belongs to: the one who says it, or the one who is spoken to. */
export type Named = 'speaker' | 'addressee'

/** Words around a name that show whose it is. Texts are in their `plainForm`. */
export type NamingPhrase = {
  of: Named
  form?: NameForm
  /** Matches the end of what is said before the name. Its start is the start of the turn. */
  before: RegExp
  /** Matches the start of what is said after the name, punctuation first, up to the end of the sentence. */
  after: RegExp
  /** Matches what was said before this turn, for answers. */
  asked?: RegExp
  /** Leaves no doubt, so that a name of no list counts too. */
  isSure?: boolean
  /** Holds only in a talk of two. */
  isOfTwo?: boolean
  /** Holds only in the first turn of a speaker. */
  isFirstTurn?: boolean
}

export type NamingLanguage = {
  readName: ReadName
  phrases: readonly NamingPhrase[]
  /** Matches the beginning of a sentence that repeats what somebody else said. */
  quoting: RegExp
}
